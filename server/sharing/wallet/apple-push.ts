import { and, asc, eq, inArray, isNotNull, lt, lte, min, not, sql } from 'drizzle-orm';
import { isPublic } from '#server/access/visibility.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { appleDevices, applePasses, appleRegistrations } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { isAwaited } from '#server/infra/queue/waiting-jobs.ts';
import { forgetUnused, isRegistration } from '#server/sharing/wallet/apple-registrations.ts';
import { z } from '#shared/contract/zod.ts';

/** Tells the devices that have a card's pass of its change, each once, however long the push service is away. */

export const applePush = z.object({
  cardId: z.string(),
  tries: z.number().int().nonnegative(),
  /** When the devices that it is for are due, in ms; the database's clock may be ahead of the process's. */
  at: z.number().optional(),
});
type Push = z.output<typeof applePush>;

/** Devices taken by one statement; and so many failures in a row are no longer about devices, but about the service. */
const BATCH = 100;
/** Devices of a card told at once: fewer than messages may be on their way, or those that say nothing would hold up all cards. */
const AT_ONCE = 25;
/** How long devices belong to the process that is telling them; after that, it has died. */
const CLAIM_MS = 2 * 60_000;
const FIRST_WAIT_MS = 5_000;
const WAIT_MIN_MS = 1_000;
/** About a day. A device whose token is refused so often is told again with the next change. */
const REFUSALS_MAX = 30;
const WAIT_MAX_MS = 3_600_000;

/** Devices that have been due for so long, and about which no job is, are left: the certificate had expired. */
const LEFT_MS = 600_000;
const CARDS_LEFT_MAX = 5_000;

const passesOf = (db: Db, cardId: string) =>
  db.select({ serial: applePasses.serial }).from(applePasses).where(eq(applePasses.cardId, cardId));

/** Marks the devices to be told. */
export async function tellDevices(app: AppContext, tx: Db, cardId: string): Promise<void> {
  if (!app.apple.hasPushService) return;
  const marked = await tx
    .update(appleRegistrations)
    .set({ pushAt: app.now() })
    .where(inArray(appleRegistrations.serial, passesOf(tx, cardId)));
  if (marked.rowCount) await app.queue.send(tx, 'apple-push', { cardId, tries: 0 });
}

/**
 * A pass of a paused or hidden card stays as it was, so there is nothing to tell until it is shown again. That of a card
 * whose person is gone is emptied at once.
 */
async function hasNews({ db }: AppContext, cardId: string): Promise<boolean> {
  const [found] = await db
    .select({ card: businessCards, owner: users })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(eq(businessCards.id, cardId));
  if (!found) return false;
  const { card, owner } = found;
  return card.deletedAt !== null || card.vacancy !== null || isPublic(card, owner);
}

/** Takes devices that are due, the longest waiting first; nobody else takes them for a while. */
async function claimDue({ db, now }: AppContext, cardId: string, dueUntil: Date) {
  // After what is due, or it would be taken again while it is being told.
  const until = new Date(Math.max(now().getTime(), dueUntil.getTime()) + CLAIM_MS);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ deviceId: appleRegistrations.deviceId, serial: appleRegistrations.serial })
      .from(appleRegistrations)
      .where(
        and(
          inArray(appleRegistrations.serial, passesOf(tx, cardId)),
          lte(appleRegistrations.pushAt, dueUntil),
        ),
      )
      .orderBy(asc(appleRegistrations.pushAt))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const devices = await tx
      .select({ id: appleDevices.id, pushToken: appleDevices.pushToken })
      .from(appleDevices)
      .where(
        inArray(
          appleDevices.id,
          due.map(({ deviceId }) => deviceId),
        ),
      );
    const tokens = new Map(devices.map(({ id, pushToken }) => [id, pushToken]));
    const claimed = due.map((one) => ({ ...one, pushToken: tokens.get(one.deviceId) ?? '', until }));
    for (const serial of new Set(due.map((one) => one.serial))) {
      const ids = due.filter((one) => one.serial === serial).map(({ deviceId }) => deviceId);
      await tx
        .update(appleRegistrations)
        .set({ pushAt: until })
        .where(and(eq(appleRegistrations.serial, serial), inArray(appleRegistrations.deviceId, ids)));
    }
    return claimed;
  });
}

type Claimed = Awaited<ReturnType<typeof claimDue>>[number];

/** Tells one device; returns how long it waits for the next attempt, if it could not be told. */
async function tellDevice(
  app: AppContext,
  claimed: Claimed,
  tries: number,
  dueUntil: Date,
): Promise<{ reason: string; waitMs: number } | null> {
  const { deviceId, serial, pushToken, until } = claimed;
  const outcome = await app.apple.push(pushToken);
  if (outcome.kind === 'gone') {
    // It may have registered again meanwhile, with another token.
    await app.db
      .delete(appleDevices)
      .where(and(eq(appleDevices.id, deviceId), eq(appleDevices.pushToken, pushToken)));
    return null;
  }
  const isOver = outcome.kind === 'sent' || (outcome.kind === 'refused' && tries >= REFUSALS_MAX);
  const waitMs = outcome.kind === 'sent' ? 0 : computeBackoff(tries, outcome.waitMs);
  // A change meanwhile has set another time.
  const isStillOurs = and(isRegistration({ deviceId, serial }), eq(appleRegistrations.pushAt, until));
  await app.db
    .update(appleRegistrations)
    .set({ pushAt: isOver ? null : new Date(Math.max(app.now().getTime(), dueUntil.getTime()) + waitMs) })
    .where(isStillOurs);
  return outcome.kind === 'sent' ? null : { reason: outcome.reason, waitMs };
}

/** Waits twice as long after each failure, or as long as the service asks. */
const computeBackoff = (tries: number, waitMs: number | null): number =>
  Math.min(Math.max(waitMs ?? FIRST_WAIT_MS * 2 ** Math.min(tries, 20), WAIT_MIN_MS), WAIT_MAX_MS);

/** Devices that nobody has tried wait no longer than those that were, unless a change meanwhile has set another time. */
async function giveBack({ db }: AppContext, cardId: string, left: Claimed[], dueUntil: Date): Promise<void> {
  if (left.length === 0) return;
  await db
    .update(appleRegistrations)
    .set({ pushAt: dueUntil })
    .where(
      and(
        inArray(appleRegistrations.serial, passesOf(db, cardId)),
        inArray(
          appleRegistrations.deviceId,
          left.map(({ deviceId }) => deviceId),
        ),
        inArray(
          appleRegistrations.pushAt,
          left.map(({ until }) => until),
        ),
      ),
    );
}

/** Tells the devices that are due, until the service takes nothing: each as soon as one before it is done with. */
async function tellAll(app: AppContext, { cardId, tries, at = 0 }: Push) {
  const dueUntil = new Date(Math.max(app.now().getTime(), at));
  const told = { failed: 0, inRow: 0, hasTold: false, waitMs: 0, reason: '' };
  const claimed: Claimed[] = [];
  let claiming: Promise<boolean> | null = null;
  const claim = async () => {
    const due = await claimDue(app, cardId, dueUntil);
    claimed.push(...due);
    if (due.length > 0) claiming = null;
    return due.length > 0;
  };
  const tellInTurn = async () => {
    while (told.inRow < BATCH) {
      const one = claimed.shift();
      if (!one) {
        claiming ??= claim();
        if (await claiming) continue;
        return;
      }
      const failure = await tellDevice(app, one, tries, dueUntil);
      if (failure) {
        told.failed += 1;
        told.inRow += 1;
        told.reason ||= failure.reason;
        told.waitMs = Math.max(told.waitMs, failure.waitMs);
      } else {
        told.inRow = 0;
        told.hasTold = true;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tellInTurn));
  await giveBack(app, cardId, claimed, dueUntil);
  return { ...told, isAway: told.inRow >= BATCH || !told.hasTold };
}

export async function pushToDevices(app: AppContext, push: Push): Promise<void> {
  const { cardId, tries } = push;
  const isOfCard = inArray(appleRegistrations.serial, passesOf(app.db, cardId));
  if (!app.apple.hasPushService || !(await hasNews(app, cardId))) {
    await app.db.update(appleRegistrations).set({ pushAt: null }).where(isOfCard);
    return;
  }
  // With an expired certificate, they stay marked: `tellThoseLeft` goes on once there is another.
  if (!app.apple.pushes) return;
  const told = await tellAll(app, push);
  await forgetUnused(app.db, cardId);
  const { failed, waitMs } = told;
  if (failed > 0)
    app.log.warn({ reason: told.reason, devices: failed, waitMs }, 'Apple’s push service took no message');
  // One device must not hold up the others, but a service that takes nothing is left alone.
  const restUntil = told.isAway ? app.now().getTime() + waitMs : 0;
  // Those that failed, those not tried yet, and those that another process may have died with after claiming them.
  const [next] = await app.db
    .select({ at: min(appleRegistrations.pushAt) })
    .from(appleRegistrations)
    .where(and(isOfCard, isNotNull(appleRegistrations.pushAt)));
  if (!next?.at) return;
  const at = Math.ceil(Math.max(next.at.getTime(), restUntil) / 1000) * 1000;
  // One job for each second, however many edits there were while the service was away.
  await app.queue.send(
    app.db,
    'apple-push',
    { cardId, tries: failed > 0 ? tries + 1 : tries, at },
    { startAfter: new Date(at), key: `${cardId} ${at}` },
  );
}

/** Goes on with devices that no job is about any more, as after a time without a valid certificate. */
export async function tellThoseLeft({ apple, db, now, queue }: AppContext): Promise<void> {
  if (!apple.pushes) return;
  const left = await db
    .selectDistinct({ cardId: applePasses.cardId })
    .from(appleRegistrations)
    .innerJoin(applePasses, eq(applePasses.serial, appleRegistrations.serial))
    .where(
      and(
        lt(appleRegistrations.pushAt, new Date(now().getTime() - LEFT_MS)),
        // One waits in a restored copy, and up to an hour while the service is away.
        not(isAwaited('apple-push', sql`${applePasses.cardId}`, 'cardId')),
      ),
    )
    .limit(CARDS_LEFT_MAX);
  // Without a key: a process that has the expired certificate still may take the job, and the next hour sends another.
  for (const { cardId } of left) await queue.send(db, 'apple-push', { cardId, tries: 0 });
}
