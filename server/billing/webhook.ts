import { eq, or, sql } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import { billingEvents } from '#server/db/billing-schema.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { AppError } from '#shared/errors.ts';
import { z } from '#shared/zod.ts';
import { type Changes, syncUser } from './sync.ts';

/**
 * Events of the payment provider. An event only says that something happened: the provider is then queried for the
 * current state (`syncUser`), so that order, repetition and old events do not matter.
 */

/**
 * The events that can change the status of a subscription. Source: Stripe docs, "Using webhooks with subscriptions".
 */
const KNOWN_TYPES = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
]);

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** What every event contains, even one whose type or form is newer than this code. */
const envelope = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  /** Seconds since 1970. */
  created: z.number().int().nullable().catch(null),
  /** Set if the event belongs to another account connected to ours. */
  account: z.string().nullish(),
});
type Envelope = z.output<typeof envelope>;

/** The objects of the event types we know. */
const providerEvent = envelope.extend({
  data: z.object({
    object: z.object({
      customer: reference.nullish(),
      client_reference_id: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});
type ProviderEvent = z.output<typeof providerEvent>;

const refuse = (message: string) => new AppError('bad_request', message);

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
    throw refuse('The signature of this event is missing, wrong or too old.');
  }
  const event = parseEvent(body);
  if (await isApplied(app.db, event.id)) return { received: true };
  const user = 'data' in event ? await userOf(app, event) : null;
  if (!user) {
    await record(app, app.db, event, null, 'ignored');
    return { received: true };
  }
  try {
    await syncUser(app, user.id, (tx, changes) => recordOnce(app, tx, event, user.id, changes));
  } catch (error) {
    await recordFailure(app, event, user.id, error);
    throw error;
  }
  return { received: true };
}

/** The event, with its object if we know its type. */
function parseEvent(body: Buffer): Envelope | ProviderEvent {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw refuse('This event is not JSON.');
  }
  const { data: event } = envelope.safeParse(json);
  if (!event) throw refuse('This event lacks what every event has.');
  if (event.account) throw refuse('This event belongs to another account.');
  if (!KNOWN_TYPES.has(event.type)) return event;
  const known = providerEvent.safeParse(json);
  if (!known.success) throw refuse('This event lacks what every event of its type has.');
  return known.data;
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
async function userOf(app: AppContext, { data: { object } }: ProviderEvent): Promise<UserRow | null> {
  const { customer } = object;
  if (!customer || !app.billing.ownsCustomer(customer)) return null;
  const named = object.client_reference_id ?? object.metadata?.userId;
  const found = await app.db
    .select()
    .from(users)
    .where(or(eq(users.stripeCustomerId, customer), named ? eq(users.id, named) : undefined));
  const owner = found.find(({ stripeCustomerId }) => stripeCustomerId === customer);
  if (owner && named && named !== owner.id)
    throw refuse('This event names another account than its customer.');
  if (owner) return owner;
  const claimed = (await app.billing.findCustomer(customer))?.userId ?? named;
  if (!claimed) return null;
  return adoptCustomer(app, claimed, customer);
}

/** Records a customer created for a user whose account has none yet; throws 400 if it has a different one. */
async function adoptCustomer(app: AppContext, userId: string, customerId: string): Promise<UserRow | null> {
  const [user] = await app.db.select().from(users).where(eq(users.id, userId));
  if (!user) return null;
  const { stripeCustomerId } = user;
  // A concurrent event has already adopted it.
  if (stripeCustomerId === customerId) return user;
  if (stripeCustomerId && app.billing.ownsCustomer(stripeCustomerId)) {
    throw refuse('This event names a customer of another account.');
  }
  const customer = await app.billing.findCustomer(customerId);
  if (customer?.userId !== userId) throw refuse('This event names a customer of another account.');
  await app.db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, userId));
  return user;
}

const rowOf = (app: AppContext, { id, type, created }: Envelope, userId: string | null) => ({
  id,
  type,
  userId,
  occurredAt: created === null ? app.now() : new Date(created * 1000),
  receivedAt: app.now(),
});

async function record(app: AppContext, db: Db, event: Envelope, userId: string | null, effect: string) {
  const now = app.now();
  await db
    .insert(billingEvents)
    .values({ ...rowOf(app, event, userId), appliedAt: now, effect })
    .onConflictDoUpdate({ target: billingEvents.id, set: { appliedAt: now, effect, error: null } });
}

async function recordOnce(app: AppContext, tx: Db, event: Envelope, userId: string, changes: Changes) {
  if (await isApplied(tx, event.id)) return;
  await record(app, tx, event, userId, changes.join('; ') || 'nothing new');
}

/** Runs outside of the failed transaction, so that administrators see the event. */
async function recordFailure(
  app: AppContext,
  event: Envelope,
  userId: string,
  error: unknown,
): Promise<void> {
  const sentence = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  await app.db
    .insert(billingEvents)
    .values({ ...rowOf(app, event, userId), error: sentence })
    .onConflictDoUpdate({
      target: billingEvents.id,
      set: { error: sentence, tries: sql`${billingEvents.tries} + 1` },
    });
}
