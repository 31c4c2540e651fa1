import { inArray, sql } from 'drizzle-orm';
import { lockNamed } from '#server/access/locks.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { readPrepared } from '#server/db/prepared.ts';
import { contactTags } from '#server/db/schema/people.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { foldText } from '#shared/formats/fold.ts';
import { TAGS_MAX } from '#shared/people/contact-limits.ts';

/**
 * Spells tags as this owner writes them, without duplicates; those the owner does not have yet are made. Throws if
 * that would be too many. Run inside a transaction. Contacts hold the names themselves, so that search, export, undo
 * and import need no join.
 */
export async function takeTags(
  tx: Db,
  userId: AccountId,
  names: readonly string[],
  at: Date,
): Promise<string[]> {
  const wanted = new Map(names.map((name) => [foldText(name) || name, name]));
  if (wanted.size === 0) return [];
  const read = () =>
    tx
      .select()
      .from(contactTags)
      .where(
        sql`${whereCan(systemFor(userId), 'see', 'contactTag')} and ${inArray(contactTags.folded, [...wanted.keys()])}`,
      );
  const known = new Map((await read()).map(({ folded, name }) => [folded, name]));
  const fresh = [...wanted].filter(([folded]) => !known.has(folded));
  if (fresh.length > 0) {
    await lockTags(tx, userId);
    await tx
      .insert(contactTags)
      .values(fresh.map(([folded, name]) => ({ userId, folded, name, createdAt: at })))
      .onConflictDoNothing();
    const count = await tx.$count(contactTags, whereCan(systemFor(userId), 'see', 'contactTag'));
    if (count > TAGS_MAX) {
      throw new AppError('conflict', `You can have up to ${TAGS_MAX} tags. Remove one to add another.`);
    }
    for (const { folded, name } of await read()) known.set(folded, name);
  }
  return [...wanted].map(([folded, name]) => known.get(folded) ?? name);
}

/** One at a time per owner, so that several at once cannot exceed the limit together. */
export const lockTags = (tx: Db, userId: AccountId) => lockNamed(tx, `contact tags ${userId}`);

/** All tags of the requester by name. */
export const listTags = (ctx: UserContext): Promise<{ name: string }[]> =>
  readPrepared(
    ctx,
    'tags',
    sql`select name from contact_tags where ${whereCan(ctx, 'see', 'contactTag')} order by folded limit ${TAGS_MAX}`,
  );
