import { and, ne, or, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { contacts } from '#server/db/schema.ts';
import { plain } from '#server/follow-ups/check-links.ts';
import type { Known } from '#server/follow-ups/checks.ts';

/** Shorter names and notes occur in any text. */
const NAME_MIN = 6;
const NOTE_MIN = 16;
/** A note so long is nobody else's by chance; "It was great to meet you" may be all that somebody wrote. */
const OWN_NOTE_MIN = 60;
/** Words that anybody uses who has just met somebody. */
const POLITE = new Set(
  'great nice meet meeting meets thanks thank forward looking hearing staying touch call talk talking again soon about learn more would could should really very happy glad pleased pleasure connect connecting connected stay reach please let know your you with from here there time some week next keep best regards hello dear have been this that what when work event conference details contact love hear also will were lovely working together coffee lunch catch chat interested discuss project business card company team send sent share their they them yours today tomorrow'.split(
    ' ',
  ),
);
/** A company's name of one word is a word of the language, too, unless it is written as none: "SecretCorp". */
const COMPANY = /\S\s+\S|\p{Ll}\p{Lu}|\d/u;
/** Polite words of many people may be found besides those of one. */
const FOUND_MAX = 500;

/** Whether a short note says something that others would not: at least two words beyond politeness. */
const isDistinct = (note: string): boolean =>
  note.length >= OWN_NOTE_MIN ||
  (note.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !POLITE.has(word)).length >= 2;

type TextColumn = typeof contacts.fullName | typeof contacts.company | typeof contacts.notes;

/** Names, companies and notes of the requester's other contacts that occur in these texts and not in what is known. */
export async function findOtherPeople(
  ctx: UserContext,
  contactId: string,
  texts: readonly string[],
  { trusted, quoted, recipient }: Known,
): Promise<string[]> {
  const text = foldCase(texts.join('\n').replaceAll('\u0000', ''));
  const occurs = (column: TextColumn, min: number) =>
    sql`(length(${column}) >= ${min} and position(${foldCase(column)} in ${text}) > 0)`;
  const rows = await ctx.db
    .select({ name: contacts.fullName, company: contacts.company, notes: contacts.notes })
    .from(contacts)
    .where(
      and(
        whereCan(ctx, 'see', 'contact'),
        ne(contacts.id, contactId),
        or(
          // Single words occur in any text, too.
          sql`(position(' ' in ${contacts.fullName}) > 0 and ${occurs(contacts.fullName, NAME_MIN)})`,
          sql`(${contacts.company} ~ '[[:space:][:digit:]]|[[:lower:]][[:upper:]]' and ${occurs(contacts.company, NAME_MIN)})`,
          occurs(contacts.notes, NOTE_MIN),
        ),
      ),
    )
    .limit(FOUND_MAX);
  const known = plain([...trusted, ...quoted, recipient].join('\n'));
  const all = plain(texts.join('\n'));
  return rows
    .flatMap(({ name, company, notes }) => [
      name.includes(' ') ? name : '',
      company && company.length >= NAME_MIN && COMPANY.test(company) ? company : '',
      notes && notes.length >= NOTE_MIN && isDistinct(notes) ? notes : '',
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
