import { and, lte, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { addContactUse } from '#server/db/count-contact-use.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { tombstones } from '#server/db/schema/counters.ts';
import { contactKeys } from '#server/db/schema/people.ts';
import { senderBlocks, unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import { mergeNewContacts } from '#server/db/search/index-people.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { followContactUse } from '#server/people/contacts/contact-use.ts';
import { keepLeads } from '#server/people/contacts/exchange/keep-leads.ts';
import { giveUpAbandoned, tryOrGiveUp } from '#server/people/contacts/merge/end-operations.ts';
import { forgetCrowdedOut, forgetOperationsBefore } from '#server/people/contacts/merge/forget-operations.ts';
import { runOperation } from '#server/people/contacts/merge/operations.ts';
import { releaseRest, returnRest, toRelease } from '#server/people/contacts/release-people.ts';
import { purgeReleased } from '#server/people/contacts/released.ts';
import { CONTACT_KEY_DAYS, TOMBSTONE_DAYS, UNREVIEWED_DAYS } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { UNDO_DAYS } from '#shared/people/contact-limits.ts';

/** The minimum time within which a review can be undone. */
const UNDO_MS = HOUR_MS;

export const contactJobs = [
  defineJob(
    'contact-operation',
    z.object({ id: z.string() }),
    (app, data, _id, _at, isLastTry) => tryOrGiveUp(app, data.id, isLastTry, () => runOperation(app, data)),
    { sends: 'nothing' },
  ),
  // Until it is done, they cannot come back to the team.
  defineJob('release-people', toRelease, releaseRest, { retries: 'unlimited', sends: 'nothing' }),
  defineJob('return-people', toRelease, returnRest, { retries: 'unlimited', sends: 'nothing' }),
  // Before `deleted-cards`, which waits for it.
  defineRepeated('leads-of-deleted-cards', '37 * * * *', keepLeads, { sends: 'nothing' }),
  defineRepeated('old-submissions', '17 * * * *', purgeSubmissions),
];

/** While people are added: an exchange reads the bytes of its owner from all changes since they were last added up. */
const WHILE_ADDED_MS = 1_000;
/**
 * A merge reads what is merged already, too: rarer ones cost less. But 16 MB of what is not, or 8,000 contacts, are merged by the
 * exchange that finds them, whose visitors wait for it.
 */
const MERGED_MS = 5_000;

/** Each second while people come, else once a minute: adds up their bytes, and now and then merges them into the search's index. */
export function settleWhenDue({ queue, db }: AppContext): void {
  let mergedAt = Number.NEGATIVE_INFINITY;
  let hasNew = false;
  const settle = async () => {
    hasNew = (await addContactUse(db)) > 0 || hasNew;
    if (!hasNew) return null;
    if (performance.now() < mergedAt + MERGED_MS) return WHILE_ADDED_MS;
    await mergeNewContacts(db);
    [mergedAt, hasNew] = [performance.now(), false];
    return WHILE_ADDED_MS;
  };
  queue.whenDue('contact-use', settle, { sends: 'nothing', leastMs: WHILE_ADDED_MS });
}

/**
 * Deletes submissions that nobody reviewed for 30 days, reviewed ones that can no longer be undone, expired blocks,
 * keys of contacts that nobody sends again, changes of many contacts that were given up, what was kept to undo changes of many contacts, old
 * tombstones, and what members of teams deleted long ago.
 */
export async function purgeSubmissions(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const ago = (ms: number) => new Date(app.now().getTime() - ms);
  const { createdAt, reviewedAt } = unreviewedSubmissions;
  const isOld = lte(createdAt, ago(UNREVIEWED_DAYS * DAY_MS));
  await followContactUse(app);
  // Who had no room has as long to review what waited, from when there is room again.
  const hadRoom = sql`not exists (
    select from contact_use u where u.user_id = ${unreviewedSubmissions.userId}
      and u.full_at > ${ago(UNREVIEWED_DAYS * DAY_MS).toISOString()}::timestamptz)`;
  await deleteInSteps(app.db, createdAt, and(isOld, hadRoom), { stopping });
  await deleteInSteps(app.db, reviewedAt, lte(reviewedAt, ago(UNDO_MS)), { stopping });
  await deleteInSteps(app.db, senderBlocks.endsAt, lte(senderBlocks.endsAt, app.now()), { stopping });
  await giveUpAbandoned(app);
  await forgetOperationsBefore(app, ago(UNDO_DAYS * DAY_MS), stopping);
  await forgetCrowdedOut(app, { stopping });
  const keyAt = contactKeys.createdAt;
  await deleteInSteps(app.db, keyAt, lte(keyAt, ago(CONTACT_KEY_DAYS * DAY_MS)), { stopping });
  await purgeTombstones(app, stopping);
  await purgeReleased(app, stopping);
}

/** Whoever asks for changes after so long a time reads everything anew. */
export function purgeTombstones({ db, now }: AppContext, stopping?: AbortSignal): Promise<void> {
  const { changedAt } = tombstones;
  const before = new Date(now().getTime() - TOMBSTONE_DAYS * DAY_MS);
  return deleteInSteps(db, changedAt, lte(changedAt, before), { stopping });
}
