import { and, asc, eq, inArray, isNotNull, lte, min } from 'drizzle-orm';
import { isPublic } from '#server/access/visibility.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { appleDevices, applePasses, appleRegistrations } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
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

/** Devices told at once. */
const BATCH = 100;
/** How long devices belong to the process that is telling them; after that, it has died. */
const CLAIM_MS = 2 * 60_000;
const FIRST_WAIT_MS = 5_000;
const WAIT_MIN_MS = 1_000;
/** About a day. A device whose token is refused so often is told again with the next change. */
const REFUSALS_MAX = 30;
const WAIT_MAX_MS = 3_600_000;

const passesOf = (db: Db, cardId: string) =>
  db.select({ serial: applePasses.serial }).from(applePasses).where(eq(applePasses.cardId, cardId));

/** Marks the devices to be told. */
export async function tellDevices(app: AppContext, tx: Db, cardId: string): Promise<void> {
  if (!app.apple.pushes) return;
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
async function claimDue({ db, now }: AppContext, { cardId, at = 0 }: Push) {
  const dueUntil = new Date(Math.max(now().getTime(), at));
  const until = new Date(now().getTime() + CLAIM_MS);
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
    .set({ pushAt: isOver ? null : new Date(app.now().getTime() + waitMs) })
    .where(isStillOurs);
  return outcome.kind === 'sent' ? null : { reason: outcome.reason, waitMs };
}

/** Waits twice as long after each failure, or as long as the service asks. */
const computeBackoff = (tries: number, waitMs: number | null): number =>
  Math.min(Math.max(waitMs ?? FIRST_WAIT_MS * 2 ** Math.min(tries, 20), WAIT_MIN_MS), WAIT_MAX_MS);

export async function pushToDevices(app: AppContext, push: Push): Promise<void> {
  const { cardId, tries } = push;
  const isOfCard = inArray(appleRegistrations.serial, passesOf(app.db, cardId));
  if (!app.apple.pushes || !(await hasNews(app, cardId))) {
    await app.db.update(appleRegistrations).set({ pushAt: null }).where(isOfCard);
    return;
  }
  let hasFailed = false;
  let restUntil = 0;
  for (let due = await claimDue(app, push); due.length > 0; due = await claimDue(app, push)) {
    const told = await Promise.all(due.map((one) => tellDevice(app, one, tries)));
    const failures = told.filter((one) => one !== null);
    await forgetUnused(app.db, cardId);
    const [failure] = failures;
    if (!failure) continue;
    hasFailed = true;
    const waitMs = Math.max(...failures.map((one) => one.waitMs));
    app.log.warn(
      { reason: failure.reason, devices: failures.length, waitMs },
      'Apple’s push service took no message',
    );
    // One device must not hold up the others, but a service that takes nothing is left alone.
    if (failures.length < due.length) continue;
    restUntil = app.now().getTime() + waitMs;
    break;
  }
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
    { cardId, tries: hasFailed ? tries + 1 : tries, at },
    { startAfter: new Date(at), key: `${cardId} ${at}` },
  );
}
