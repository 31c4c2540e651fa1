import { inArray, sql } from 'drizzle-orm';
import { stamp } from '#server/access/actor.ts';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { toCursor, toPosition, unknownPage } from '#server/db/keyset.ts';
import { contacts, distinctContacts } from '#server/db/schema/people.ts';
import { findAlike } from '#server/db/search/find-alike.ts';
import { matchOwn } from '#server/db/search/match-contacts.ts';
import { kindOfKey } from '#server/db/search/match-keys.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { ALIKE_MAX, type Alike } from '#shared/people/contact-book.ts';

/** Contacts that seem to be the same person, by the index of keys: never by comparing all pairs. */

/** Contacts of which keys are made at once when someone asks. */
const MATCHED_AT_ONCE = 1_000;

export async function listAlike(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Alike>> {
  requireTo(ctx, 'see', 'contactOperation');
  const from = toPosition(query.cursor)?.key ?? '';
  // A cursor of a release that had no stages.
  if (from && !/^[0-3]/.test(from)) throw unknownPage();
  if (!from) await matchOwn(ctx.db, ctx.account.id, MATCHED_AT_ONCE);
  const limit = Math.min(rowsWanted(query), 100);
  const { groups, end } = await findAlike(ctx.db, { userId: ctx.account.id, from, limit, most: ALIKE_MAX });
  const all = groups.flatMap(({ ids }) => ids);
  const rows = all.length ? await ctx.db.select().from(contacts).where(inArray(contacts.id, all)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = groups.map(({ key, ids, differs }) => ({
    by: kindOfKey(key),
    differs,
    contacts: ids
      .flatMap((id) => byId.get(id) ?? [])
      .toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
      .map(toContact),
  }));
  return { rows: found, next: end && toCursor({ key: end, id: 'key' }) };
}

/** Groups counted, and how many times keys are read for it. */
const COUNTED_MAX = 1_000;
const READ_MAX = 10;

/** How many such groups there are. */
export async function countAlike(ctx: UserContext): Promise<{ groups: number; isMore: boolean }> {
  requireTo(ctx, 'see', 'contactOperation');
  await matchOwn(ctx.db, ctx.account.id, MATCHED_AT_ONCE);
  let count = 0;
  let from = '';
  for (let reads = 0; reads < READ_MAX && count < COUNTED_MAX; reads += 1) {
    const wanted = { userId: ctx.account.id, from, limit: COUNTED_MAX - count, most: ALIKE_MAX };
    const { groups, end } = await findAlike(ctx.db, wanted);
    count += groups.length;
    if (end === null) return { groups: count, isMore: false };
    from = end;
  }
  return { groups: count, isMore: true };
}

/** Every two of these are different people from now on. */
export function keepApart(
  ctx: UserContext,
  { body }: { body: { ids: string[] } },
): Promise<{ ids: string[] }> {
  const ids = [...new Set(body.ids)].sort();
  return writeInOrder(ctx, async (tx) => {
    const known = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(sql`${inArray(contacts.id, ids)} and ${whereCan(ctx, 'edit', 'contact')}`)
      .for('key share');
    if (known.length < ids.length || ids.length < 2) throw notFound('contact');
    const pairs = ids.flatMap((contactId, at) =>
      ids.slice(at + 1).map((otherId) => ({ ...stamp(ctx), contactId, otherId })),
    );
    await tx.insert(distinctContacts).values(pairs).onConflictDoNothing();
    return { ids };
  });
}
