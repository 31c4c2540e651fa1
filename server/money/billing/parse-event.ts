import { AppError } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The content of an event of the payment provider, as far as we read it. Anything odd is refused before it is recorded. */

/** A page where someone would have subscribed is open no more, by Stripe or by whoever closed it there. */
export const PAGE_CLOSED = 'checkout.session.expired';

/**
 * The events that can change the status of a subscription, or the way to one. Source: Stripe docs, "Using webhooks with subscriptions".
 */
const KNOWN_TYPES = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  PAGE_CLOSED,
  'customer.deleted',
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

/** Those about money that was returned, or that a bank wants back. Source: Stripe API, "Types of events". */
const CHARGE_TYPES = new Set([
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** The fields of every event, even one whose type or form is newer than this code. */
const envelope = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  /** Seconds since 1970. */
  created: z.number().int().nullable().catch(null),
  /** True if real money is involved; absent in events of older versions. */
  livemode: z.boolean().nullish().catch(null),
  /** The version in which the object is written. */
  api_version: z.string().max(100).nullish().catch(null),
  /** Set if the event belongs to another account connected to ours. */
  account: z.string().nullish(),
});
export type Envelope = z.output<typeof envelope>;

/** The objects of the event types that can change a subscription. */
const providerEvent = envelope.extend({
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      customer: reference.nullish(),
      client_reference_id: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});
export type ProviderEvent = z.output<typeof providerEvent>;

/** The largest value in the column of a sum. */
const CENTS_MAX = 2_147_483_647;
const refundedCents = z.number().int().nonnegative().max(CENTS_MAX).nullish();

/** A charge, or a refund or dispute of one. */
const chargeEvent = envelope.extend({
  data: z.object({
    object: z.object({
      object: z.string().nullish(),
      id: z.string(),
      charge: reference.nullish(),
      customer: reference.nullish(),
      invoice: reference.nullish(),
      amount_refunded: refundedCents,
      currency: z
        .string()
        .regex(/^[a-z]{3}$/i)
        .nullish(),
      disputed: z.boolean().nullish(),
    }),
    /** As it was before the event. */
    previous_attributes: z.object({ amount_refunded: refundedCents }).nullish(),
  }),
});
export type ChargeEvent = z.output<typeof chargeEvent>;

export const isAboutCharge = (event: Envelope): event is ChargeEvent => CHARGE_TYPES.has(event.type);
export const isAboutSubscription = (event: Envelope): event is ProviderEvent => KNOWN_TYPES.has(event.type);

export const createRefusal = (message: string) => new AppError('bad_request', message);

/** The first events of a provider, and how far ahead its clock may be. */
const CREATED_MIN = Date.UTC(2000, 0, 1);
const CREATED_AHEAD_MS = DAY_MS;

/** The event, with its object if we know its type. Throws 400 for what the database could not keep. */
export function parseEvent(body: Buffer, now: Date): Envelope | ProviderEvent | ChargeEvent {
  const json = parseJson(body);
  const { data: event } = envelope.safeParse(json);
  if (!event) throw createRefusal('This event lacks what every event has.');
  if (event.account) throw createRefusal('This event belongs to another account.');
  if (event.created !== null && !isPlausible(event.created, now)) {
    throw createRefusal('This event has an impossible date.');
  }
  const schema = KNOWN_TYPES.has(event.type)
    ? providerEvent
    : CHARGE_TYPES.has(event.type)
      ? chargeEvent
      : null;
  if (!schema) return event;
  const known = schema.safeParse(json);
  if (!known.success) throw createRefusal('This event lacks what every event of its type has.');
  return known.data;
}

const isPlausible = (seconds: number, now: Date) =>
  seconds * 1000 >= CREATED_MIN && seconds * 1000 <= now.getTime() + CREATED_AHEAD_MS;

function parseJson(body: Buffer): unknown {
  let hasNul = false;
  const look = (key: string, value: unknown) => {
    hasNul ||= key.includes('\0') || (typeof value === 'string' && value.includes('\0'));
    return value;
  };
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'), look);
  } catch {
    throw createRefusal('This event is not JSON.');
  }
  if (hasNul) throw createRefusal('This event contains a NUL character, which no text has.');
  return json;
}
