import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { type QuotaHolder, settleReservation, takeRoom } from '#server/cards/media/quota.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import {
  businessCards,
  cardDrafts,
  cardMedia,
  cardVersions,
  media,
  mediaOwners,
} from '#server/db/schema/cards.ts';
import { contactMedia } from '#server/db/schema/people.ts';
import { contactOperations, contactUndoRows } from '#server/db/schema/people-changes.ts';
import { teamBrand } from '#server/db/schema/teams.ts';
import { teamMembers, teams, users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Which accounts hold which files. A hold keeps the file from being deleted and counts against the account's space. */

/** How many holds one statement handles. */
const BATCH = 100;

/** Serializes changes to an account's holds. Taken before any lock on media, so that two changes cannot deadlock. */
export async function lockHolder(db: Db, userId: AccountId): Promise<void> {
  await db.execute(sql`select 1 from ${users} where ${users.id} = ${userId} for no key update`);
}

/**
 * Records that the account uploaded the file; a file it already holds is not counted again. Run inside a transaction.
 */
export async function holdUpload(
  db: Db,
  holder: QuotaHolder,
  file: { name: string; bytes: number },
  now: Date,
): Promise<void> {
  const { userId } = holder;
  const held = await db
    .insert(mediaOwners)
    .values({ userId, mediaName: file.name, bytes: file.bytes, idleSince: now })
    .onConflictDoNothing()
    .returning({ bytes: mediaOwners.bytes });
  if (held.length > 0) return settleReservation(db, holder, file.bytes);
  await db
    .update(mediaOwners)
    .set({ idleSince: now })
    .where(and(isOwnedBy(userId, [file.name]), isNotNull(mediaOwners.idleSince)));
}

const isOwnedBy = (userId: AccountId, names: string[]) =>
  and(eq(mediaOwners.userId, userId), inArray(mediaOwners.mediaName, names));

/**
 * Records that a card of the account shows these files; files uploaded by someone else count from now on, if there is
 * space.
 */
export async function holdShown(
  db: Db,
  userId: AccountId,
  files: { name: string; bytes: number }[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ name, bytes }) => ({ userId, mediaName: name, bytes }));
  const held = await db
    .insert(mediaOwners)
    .values(rows)
    .onConflictDoUpdate({
      target: [mediaOwners.userId, mediaOwners.mediaName],
      set: { idleSince: null },
    })
    .returning({ bytes: mediaOwners.bytes, isNew: sql<boolean>`xmax = 0` });
  const added = held.reduce((sum, { bytes, isNew }) => sum + (isNew ? bytes : 0), 0);
  if (added > 0) await takeRoom(db, userId, added);
}

/**
 * Records that a card of the account no longer shows these files; a day later, the sweep checks whether another card
 * does.
 */
export async function noteLetGo(db: Db, userId: AccountId, names: string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db.update(mediaOwners).set({ idleSince: now }).where(isOwnedBy(userId, names));
}

/** Does the same for all files of cards that are about to be deleted for good. */
export async function noteCardsGone(db: Db, cards: ReturnType<typeof sql>, now: Date): Promise<void> {
  await db.execute(sql`
    update media_owners set idle_since = ${now}
    from ${cardMedia} join ${businessCards} on ${businessCards.id} = ${cardMedia.cardId}
    where ${cards} and media_owners.user_id = ${businessCards.userId}
      and media_owners.media_name = ${cardMedia.mediaName}`);
}

/** Does the same for the photos of contacts that are about to go. */
export async function notePhotosGone(db: Db, contacts: ReturnType<typeof sql>, now: Date): Promise<void> {
  await db.execute(sql`
    update media_owners set idle_since = ${now} from ${contactMedia}
    where ${contactMedia.contactId} in ${contacts} and media_owners.user_id = ${contactMedia.userId}
      and media_owners.media_name = ${contactMedia.mediaName}`);
}

/**
 * Ends holds on files that no card, contact or brand of the holder has shown and no draft or kept version named for a day, and frees their
 * space; returns how many ended. For a file of a draft, the day begins anew: drafts end without telling.
 */
export async function releaseIdle(app: AppContext, stopping?: AbortSignal): Promise<number> {
  const dayAgo = new Date(app.now().getTime() - DAY_MS);
  let released = 0;
  for (;;) {
    const { rows } = await app.db.execute<{ seen: string; gone: string }>(sql`
      with idle as (
        select user_id, media_name from media_owners where idle_since < ${dayAgo}
        order by idle_since limit ${BATCH} for update skip locked
      ), shown as (
        select user_id, media_name from idle where exists (
          select from ${cardMedia} join ${businessCards} on ${businessCards.id} = ${cardMedia.cardId}
          where ${cardMedia.mediaName} = idle.media_name and ${businessCards.userId} = idle.user_id)
        or exists (select from ${contactMedia}
          where ${contactMedia.mediaName} = idle.media_name and ${contactMedia.userId} = idle.user_id)
        or exists (select from ${teams}
          where ${teams.id} = idle.user_id and ${teams.logo} = '/media/' || idle.media_name)
        or exists (select from ${teamBrand}
          where ${teamBrand.teamId} = idle.user_id and ${teamBrand.value} = '/media/' || idle.media_name)
      ), kept as (
        update media_owners set idle_since = null from shown
        where media_owners.user_id = shown.user_id and media_owners.media_name = shown.media_name
      ), drafted as (
        select user_id, media_name from idle where exists (
          select from ${cardDrafts}
          where ${cardDrafts.userId} = idle.user_id and idle.media_name = any(${cardDrafts.mediaNames}))
        or exists (select from ${businessCards} join ${cardDrafts} on ${cardDrafts.cardId} = ${businessCards.id}
          where ${businessCards.userId} = idle.user_id and idle.media_name = any(${cardDrafts.mediaNames}))
        or exists (select from ${teamMembers} join ${cardDrafts} on ${cardDrafts.userId} = ${teamMembers.userId}
          where ${teamMembers.teamId} = idle.user_id and ${teamMembers.role} <> 'member'
            and ${cardDrafts.cardId} is null and idle.media_name = any(${cardDrafts.mediaNames}))
        or exists (select from ${cardVersions}
          where ${cardVersions.userId} = idle.user_id and idle.media_name = any(${cardVersions.mediaNames}))
        or exists (select from ${contactUndoRows} join ${contactOperations}
          on ${contactOperations.id} = ${contactUndoRows.operationId}
          where ${contactUndoRows.mediaName} = idle.media_name and ${contactOperations.userId} = idle.user_id)
      ), waiting as (
        update media_owners set idle_since = ${app.now()} from drafted
        where media_owners.user_id = drafted.user_id and media_owners.media_name = drafted.media_name
          and not exists (select from shown
            where shown.user_id = drafted.user_id and shown.media_name = drafted.media_name)
      ), gone as (
        delete from media_owners using idle
        where media_owners.user_id = idle.user_id and media_owners.media_name = idle.media_name
          and not exists (select from shown
            where shown.user_id = idle.user_id and shown.media_name = idle.media_name)
          and not exists (select from drafted
            where drafted.user_id = idle.user_id and drafted.media_name = idle.media_name)
        returning media_owners.user_id, media_owners.bytes
      ), given as (
        update users set media_bytes = users.media_bytes - sums.bytes
        from (select user_id, sum(bytes) as bytes from gone group by user_id) sums
        where users.id = sums.user_id
      )
      select (select count(*) from idle) as seen, (select count(*) from gone) as gone`);
    released += Number(rows[0]?.gone ?? 0);
    if (Number(rows[0]?.seen ?? 0) < BATCH || stopping?.aborted) return released;
  }
}

/** Files that no account holds and no card or contact shows, nor one that can come back. */
export const isUnowned = (db: Db) =>
  and(
    notExists(db.select({ one: sql`1` }).from(cardMedia).where(eq(cardMedia.mediaName, media.name))),
    notExists(db.select({ one: sql`1` }).from(contactMedia).where(eq(contactMedia.mediaName, media.name))),
    notExists(
      db.select({ one: sql`1` }).from(contactUndoRows).where(eq(contactUndoRows.mediaName, media.name)),
    ),
    notExists(db.select({ one: sql`1` }).from(mediaOwners).where(eq(mediaOwners.mediaName, media.name))),
  );

/** False for files of which a sweep has begun to delete some: what shows them would show a gap. */
export const isWhole = or(eq(media.isWriting, false), isNull(media.deletingUntil));
