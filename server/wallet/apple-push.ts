import { and, eq, inArray, isNotNull, lte, min } from 'drizzle-orm';
import { isPublic } from '#server/access/visibility.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards, users } from '#server/db/schema.ts';
import { appleDevices, applePasses, appleRegistrations } from '#server/db/wallet-schema.ts';
import { defineJob } from '#server/infra/queue/queue.ts';
import { forgetUnused } from '#server/wallet/apple-registrations.ts';
import { z } from '#shared/zod.ts';

/** Tells the devices that have a card's pass of its change, each once, however long the push service is away. */

export const applePushJob = defineJob(
  'apple-push',
  z.object({ cardId: z.string(), tries: z.number().int().nonnegative() }),
  { retries: 'unlimited' },
);

type Push = z.output<typeof applePushJob.schema>;

/** Devices told at once. */
const BATCH = 100;
/** How long devices belong to the process that is telling them; after that, it has died. */
const CLAIM_MS = 2 * 60_000;
const FIRST_WAIT_MS = 5_000;
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
  if (marked.rowCount) await app.queue.send(tx, applePushJob, { cardId, tries: 0 });
}

/** A pass of a paused or hidden card stays as it was, so there is nothing to tell until it is shown again. */
async function isShown({ db }: AppContext, cardId: string): Promise<boolean> {
  const [found] = await db
    .select({ card: businessCards, owner: users })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(eq(businessCards.id, cardId));
  return found !== undefined && (found.card.deletedAt !== null || isPublic(found.card, found.owner));
}

/** Takes devices that are due; nobody else takes them for a while. */
async function claim({ db, now }: AppContext, cardId: string) {
  const until = new Date(now().getTime() + CLAIM_MS);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ deviceId: appleRegistrations.deviceId, serial: appleRegistrations.serial })
      .from(appleRegistrations)
      .where(
        and(inArray(appleRegistrations.serial, passesOf(tx, cardId)), lte(appleRegistrations.pushAt, now())),
      )
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

const isThis = (deviceId: string, serial: string) =>
  and(eq(appleRegistrations.deviceId, deviceId), eq(appleRegistrations.serial, serial));

type Claimed = Awaited<ReturnType<typeof claim>>[number];

/** Tells one device; returns how long the service wants to be left alone, if it could not. */
async function tellDevice(
  app: AppContext,
  claimed: Claimed,
): Promise<{ reason: string; waitMs: number | null } | null> {
  const { deviceId, serial, pushToken, until } = claimed;
  const outcome = await app.apple.push(pushToken);
  if (outcome.kind === 'gone') {
    // It may have registered again meanwhile, with another token.
    await app.db
      .delete(appleDevices)
      .where(and(eq(appleDevices.id, deviceId), eq(appleDevices.pushToken, pushToken)));
    return null;
  }
  // A change meanwhile has set another time.
  const isStillOurs = and(isThis(deviceId, serial), eq(appleRegistrations.pushAt, until));
  await app.db
    .update(appleRegistrations)
    .set({ pushAt: outcome.kind === 'sent' ? null : app.now() })
    .where(isStillOurs);
  return outcome.kind === 'later' ? outcome : null;
}

/** Waits twice as long after each failure, or as long as the service asks. */
const backoff = (tries: number, waitMs: number | null): number =>
  Math.min(waitMs ?? FIRST_WAIT_MS * 2 ** Math.min(tries, 20), WAIT_MAX_MS);

export async function pushToDevices(app: AppContext, { cardId, tries }: Push): Promise<void> {
  const isOfCard = inArray(appleRegistrations.serial, passesOf(app.db, cardId));
  if (!app.apple.pushes || !(await isShown(app, cardId))) {
    await app.db.update(appleRegistrations).set({ pushAt: null }).where(isOfCard);
    return;
  }
  for (let due = await claim(app, cardId); due.length > 0; due = await claim(app, cardId)) {
    const failures = (await Promise.all(due.map((one) => tellDevice(app, one)))).filter(
      (one) => one !== null,
    );
    await forgetUnused(app.db, cardId);
    if (failures.length === 0) continue;
    const [{ reason } = { reason: '' }] = failures;
    const waits = failures.flatMap(({ waitMs }) => waitMs ?? []);
    const waitMs = backoff(tries, waits.length > 0 ? Math.max(...waits) : null);
    app.log.warn({ reason, devices: failures.length, waitMs }, 'Apple’s push service took no message');
    return again(app, { cardId, tries: tries + 1 }, new Date(app.now().getTime() + waitMs));
  }
  // Another process may have died with devices that it had claimed.
  const [next] = await app.db
    .select({ at: min(appleRegistrations.pushAt) })
    .from(appleRegistrations)
    .where(and(isOfCard, isNotNull(appleRegistrations.pushAt)));
  if (next?.at) await again(app, { cardId, tries }, next.at);
}

const again = ({ db, queue }: AppContext, push: Push, startAfter: Date): Promise<void> =>
  queue.send(db, applePushJob, push, { startAfter });
