import { and, ne, or, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { contacts } from '#server/db/schema.ts';
import { plain } from '#server/follow-ups/check-links.ts';
import type { Known } from '#server/follow-ups/checks.ts';

/** Shorter names and notes occur in any text: "It was great to meet you" may be all that somebody wrote. */
const NAME_MIN = 6;
const NOTE_MIN = 60;
const FOUND_MAX = 50;

/** Names and notes of the requester's other contacts that occur in these texts and not in what is known. */
export async function findOtherPeople(
  ctx: UserContext,
  contactId: string,
  texts: readonly string[],
  { trusted, quoted, recipient }: Known,
): Promise<string[]> {
  const text = foldCase(texts.join('\n').replaceAll('\u0000', ''));
  const occurs = (column: typeof contacts.fullName | typeof contacts.notes, min: number) =>
    sql`(length(${column}) >= ${min} and position(${foldCase(column)} in ${text}) > 0)`;
  const rows = await ctx.db
    .select({ name: contacts.fullName, notes: contacts.notes })
    .from(contacts)
    .where(
      and(
        whereCan(ctx, 'see', 'contact'),
        ne(contacts.id, contactId),
        or(
          // Single words occur in any text, too.
          sql`(position(' ' in ${contacts.fullName}) > 0 and ${occurs(contacts.fullName, NAME_MIN)})`,
          occurs(contacts.notes, NOTE_MIN),
        ),
      ),
    )
    .limit(FOUND_MAX);
  const known = plain([...trusted, ...quoted, recipient].join('\n'));
  const all = plain(texts.join('\n'));
  return rows
    .flatMap(({ name, notes }) => [
      name.includes(' ') ? name : '',
      (notes ?? '').length >= NOTE_MIN ? (notes ?? '') : '',
    ])
    .map(plain)
    .filter((one) => one && !known.includes(one) && isWordIn(all, one));
}

/** Whether a name or a note stands in a text as whole words. */
export function isWordIn(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + part.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
