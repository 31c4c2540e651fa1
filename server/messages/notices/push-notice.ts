import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { isUsedRecently } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import { personColumns, persons } from '#server/db/schema/users.ts';
import { composeNotice } from '#server/messages/notices/compose.ts';
import { type About, about } from '#server/messages/notices/notice-subject.ts';
import { sendPush } from '#server/messages/notices/push-client.ts';
import { readSettings } from '#server/messages/notices/settings.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { NOTICE_KINDS } from '#shared/messages/notices.ts';

/**
 * Messages to devices, each a job. Whose push service took the last message at once has a queue of its own, so that
 * nobody waits behind an address that is slow or was never any good.
 */

export const push = z.object({
  deviceId: z.string(),
  userId: accountId,
  about,
  tries: z.number().int().nonnegative(),
  /** When it was first sent, in ms. */
  since: z.number(),
});
type Push = z.output<typeof push>;

const FIRST_WAIT_MS = 15_000;
/** An address that has failed so often in a row is tried no more. */
const FAILURES_MAX = 100;

export const sendPushJob = (
  app: Pick<AppContext, 'queue' | 'now'>,
  tx: Db,
  device: { id: string; isProven: boolean },
  userId: AccountId,
  what: About,
): Promise<void> =>
  app.queue.send(tx, device.isProven ? 'push' : 'push-unproven', {
    deviceId: device.id,
    userId,
    about: what,
    tries: 0,
    since: app.now().getTime(),
  });

/** Waits twice as long after each failure, or longer if the service asks. */
const computeBackoff = (tries: number, waitMs: number | null): number =>
  Math.max(waitMs ?? 0, Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), HOUR_MS));

/** Shows nothing to whoever is suspended, nor on a device whose session has ended, even if nobody has deleted it yet. */
async function findDevice({ db, now }: AppContext, { deviceId, userId }: Push) {
  const [found] = await db
    .select({ device: pushSubscriptions, owner: personColumns, lastSeenAt: sessions.lastSeenAt })
    .from(pushSubscriptions)
    .innerJoin(persons, eq(persons.id, pushSubscriptions.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.id, deviceId),
        eq(persons.id, userId),
        isNull(persons.suspendedAt),
        isNull(pushSubscriptions.goneAt),
        gt(sessions.expiresAt, now()),
      ),
    );
  if (!found) return null;
  const [used] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, found.device.sessionId), isUsedRecently(found.owner, now())));
  return used ? found : null;
}

export async function pushNotice(app: AppContext, data: Push): Promise<void> {
  const found = await findDevice(app, data);
  if (!found) return;
  const { device, owner } = found;
  const { pushOff } = await readSettings(app.db, owner.id);
  const wanted = NOTICE_KINDS.filter((kind) => !pushOff.includes(kind));
  const notice = await composeNotice(app, owner, data.about, wanted);
  if (!notice) return;
  const leftMs = data.since + DAY_MS - app.now().getTime();
  if (leftMs <= 0) return;
  const outcome = await sendPush(app, device, notice.push, {
    leftMs,
    isUrgent: data.about.kind === 'reminder' || data.about.kind === 'reminders',
  });
  const isThis = and(eq(pushSubscriptions.id, device.id), eq(pushSubscriptions.endpoint, device.endpoint));
  if (outcome.kind === 'sent') {
    const isProven = !outcome.isSlow;
    if (device.isProven === isProven && device.failures === 0) return;
    await app.db.update(pushSubscriptions).set({ isProven, failures: 0 }).where(isThis);
    return;
  }
  if (outcome.kind === 'gone' || device.failures + 1 >= FAILURES_MAX) {
    await app.db.update(pushSubscriptions).set({ goneAt: app.now() }).where(isThis);
    return;
  }
  await app.db
    .update(pushSubscriptions)
    .set({ isProven: false, failures: sql`${pushSubscriptions.failures} + 1` })
    .where(isThis);
  const waitMs = computeBackoff(data.tries, outcome.waitMs);
  app.log.warn({ reason: outcome.reason, waitMs }, 'A push service took no message');
  if (outcome.kind === 'refused' || waitMs >= leftMs) return;
  const startAfter = new Date(app.now().getTime() + waitMs);
  await app.queue.send(app.db, 'push-unproven', { ...data, tries: data.tries + 1 }, { startAfter });
}
