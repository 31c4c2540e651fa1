import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { isExisting } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { billingEvents, checkouts } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { describeProviderFailure } from './describe-provider-failure.ts';
import {
  type ChargeEvent,
  createRefusal,
  type Envelope,
  isAboutCharge,
  isAboutSubscription,
  PAGE_CLOSED,
  type ProviderEvent,
  parseEvent,
} from './parse-event.ts';
import { applyCharge, readCharge, readRefunded } from './refunds.ts';
import { writeReport } from './reports.ts';
import { type BillingChanges, syncUser } from './sync.ts';
import { setCustomer } from './write-subscription.ts';

/**
 * Events of the payment provider. An event only says that something happened: the provider is then queried for the
 * current state (`syncUser`), so that order, repetition and old events do not matter.
 */

/**
 * Handles one delivery: its exact bytes and its signature. Throws 400 if it is not from our provider; throws an error
 * that becomes a 5xx if the provider should deliver it again.
 */
export async function receiveEvent(
  app: AppContext,
  body: Buffer,
  signature: string | undefined,
): Promise<{ received: true }> {
  if (!signature || !(await app.billing.isEventSigned(body, signature, app.now()))) {
    throw createRefusal('The signature of this event is missing, wrong or too old.');
  }
  const event = parseEvent(body, app.now());
  await checkMode(app, event);
  if (await isApplied(app.db, event.id)) return { received: true };
  if (isAboutCharge(event)) return receiveChargeEvent(app, event);
  const known = isAboutSubscription(event) ? event : null;
  const user = known && (await findUser(app, known));
  if (!user) {
    await recordEvent(app, app.db, event, null, 'ignored');
    return { received: true };
  }
  try {
    await syncUser(app, user.id, async (tx, changes) => {
      if (known.type === PAGE_CLOSED) await closeCheckout(app, tx, user.id, known.data.object.id ?? '');
      await recordOnce(app, tx, event, user.id, changes);
    });
  } catch (error) {
    await recordFailure(app, event, user.id, error);
    throw error;
  }
  return { received: true };
}

/** Whoever subscribes next gets another page. */
async function closeCheckout(app: AppContext, tx: Db, userId: AccountId, sessionId: string): Promise<void> {
  const isThis = and(eq(checkouts.sessionId, sessionId), isNull(checkouts.closedAt));
  await tx
    .update(checkouts)
    .set({ closedAt: app.now() })
    .where(and(whereCan(systemFor(userId), 'edit', 'checkout'), isThis));
}

/** An event of test mode says nothing about real money, and the other way round. */
async function checkMode(app: AppContext, { livemode, api_version: apiVersion }: Envelope): Promise<void> {
  const isLive = livemode ?? null;
  await writeReport(app.db, 'event', { isLive, apiVersion: apiVersion ?? null }, app.now());
  if (isLive === null || app.billing.isLive === null || isLive === app.billing.isLive) return;
  const [event, key] = isLive ? ['live', 'test'] : ['test', 'live'];
  throw createRefusal(`This event is in ${event} mode, but our key is in ${key} mode.`);
}

/** Money that was returned, or that a bank wants back. */
async function receiveChargeEvent(app: AppContext, event: ChargeEvent): Promise<{ received: true }> {
  let userId: AccountId | null = null;
  try {
    let isDone = false;
    // The sum of which the charge was read again, since it would have fallen.
    let doubted = 0;
    while (!isDone) {
      const read = await readCharge(app, event);
      userId = read?.user.id ?? null;
      isDone = await app.db.transaction(async (tx) => {
        // Its account may have been deleted meanwhile.
        const charge = read && (await lockUser(tx, read.user.id)) ? read : null;
        if (!charge) userId = null;
        if (await isApplied(tx, event.id)) return true;
        // A refund may fail, or have been recorded since this was read.
        const before = charge ? await readRefunded({ db: tx }, charge) : 0;
        if (charge && charge.refundedCents < before && before !== doubted) {
          doubted = before;
          return false;
        }
        const effect = charge ? await applyCharge({ ...app, db: tx }, charge) : 'ignored';
        await recordEvent(app, tx, event, userId, effect);
        return true;
      });
    }
  } catch (error) {
    await recordFailure(app, event, userId, error);
    throw error;
  }
  return { received: true };
}

/** False if there is no such account. */
async function lockUser(tx: Db, id: AccountId): Promise<boolean> {
  const isThis = and(eq(users.id, id), isExisting());
  const found = await tx.select({ id: users.id }).from(users).where(isThis).for('no key update');
  return found.length > 0;
}

async function isApplied(db: Db, id: string): Promise<boolean> {
  const [known] = await db.select().from(billingEvents).where(eq(billingEvents.id, id));
  return known !== undefined && known.appliedAt !== null;
}

/**
 * The user an event is about, or null if it is about no user of ours (another product of the same provider account, or
 * an account that was deleted). An unknown customer is adopted if the provider itself says whose it is: our own record
 * may have been lost between the provider's response and our commit.
 */
async function findUser(app: AppContext, { type, data: { object } }: ProviderEvent): Promise<UserRow | null> {
  const customer = type === 'customer.deleted' ? object.id : object.customer;
  if (!customer || !app.billing.ownsCustomer(customer)) return null;
  // A customer that was deleted may have been replaced by another of the same user.
  const named =
    type === 'customer.deleted' ? undefined : (object.client_reference_id ?? object.metadata?.userId);
  const found = await app.db
    .select()
    .from(users)
    .where(
      and(
        isExisting(),
        or(eq(users.stripeCustomerId, customer), named ? eq(users.id, accountId.parse(named)) : undefined),
      ),
    );
  const owner = found.find(({ stripeCustomerId }) => stripeCustomerId === customer);
  if (owner && named && named !== owner.id)
    throw createRefusal('This event names another account than its customer.');
  if (owner) return owner;
  const claimed = (await app.billing.findCustomer(customer))?.userId ?? named;
  if (!claimed) return null;
  return adoptCustomer(app, accountId.parse(claimed), customer);
}

/**
 * Records a customer created for a user whose account has none yet. Null if the account has another one by now: events
 * of a customer that was replaced arrive late, and refusing them would only have the provider send them for days.
 */
async function adoptCustomer(
  app: AppContext,
  userId: AccountId,
  customerId: string,
): Promise<UserRow | null> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isExisting()));
  if (!user) return null;
  const { stripeCustomerId } = user;
  // A concurrent event has already adopted it.
  if (stripeCustomerId === customerId) return user;
  const customer = await app.billing.findCustomer(customerId);
  if (stripeCustomerId && app.billing.ownsCustomer(stripeCustomerId)) {
    if (!customer || customer.userId === userId) return null;
    throw createRefusal('This event names a customer of another account.');
  }
  if (customer?.userId !== userId) throw createRefusal('This event names a customer of another account.');
  await setCustomer(app.db, userId, customerId);
  return user;
}

const rowOf = (app: AppContext, { id, type, created }: Envelope, userId: AccountId | null) => ({
  id,
  type,
  userId,
  occurredAt: created === null ? app.now() : new Date(created * 1000),
  receivedAt: app.now(),
});

async function recordEvent(
  app: AppContext,
  db: Db,
  event: Envelope,
  userId: AccountId | null,
  effect: string,
) {
  const now = app.now();
  await db
    .insert(billingEvents)
    .values({ ...rowOf(app, event, userId), appliedAt: now, effect })
    .onConflictDoUpdate({ target: billingEvents.id, set: { appliedAt: now, effect, error: null } });
}

async function recordOnce(
  app: AppContext,
  tx: Db,
  event: Envelope,
  userId: AccountId,
  changes: BillingChanges,
) {
  if (await isApplied(tx, event.id)) return;
  await recordEvent(app, tx, event, userId, changes.join('; ') || 'nothing new');
}

/** Runs outside of the failed transaction, so that administrators see the event. */
async function recordFailure(
  app: AppContext,
  event: Envelope,
  userId: AccountId | null,
  error: unknown,
): Promise<void> {
  const sentence = describeProviderFailure(error);
  await app.db
    .insert(billingEvents)
    .values({ ...rowOf(app, event, userId), error: sentence })
    .onConflictDoUpdate({
      target: billingEvents.id,
      set: { error: sentence, tries: sql`${billingEvents.tries} + 1` },
    });
}

/** How long events about nobody are kept: customers of another product of the same provider account send theirs here, too. */
export const FOREIGN_EVENT_DAYS = 90;

/** Forgets events that concerned no account of ours. */
export function purgeForeignEvents(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - FOREIGN_EVENT_DAYS * DAY_MS);
  const isOver = and(isNull(billingEvents.userId), lt(billingEvents.receivedAt, before));
  return deleteInSteps(db, billingEvents.receivedAt, isOver, { stopping });
}
