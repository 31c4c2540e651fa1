import { and, eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { invoices } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { ProviderCharge } from '#server/infra/billing-provider.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { formatMoney } from '#shared/formats/money.ts';
import { mailRefund } from './mails/refund-mail.ts';
import { type ChargeEvent, createRefusal } from './parse-event.ts';
import { tellAdministrators } from './tell-administrators.ts';

/**
 * Refunds and disputes: in the list of invoices, in the owner's history, and told to administrators. Syncing does not
 * ask for charges, so a refund whose event is lost is not told.
 */

export interface ChargeOfUser extends ProviderCharge {
  user: UserRow;
  /** True if this kind of event alone is worth telling: the others repeat it. */
  isFirstWord: boolean;
  /** All that was returned by the refund that this event tells, and before it, if it says so; none if it tells another thing. */
  returned: { untilThenCents: number; beforeCents: number | null | undefined };
}

const REFUNDED = 'charge.refunded';
const FIRST_WORDS = [REFUNDED, 'charge.dispute.created'];

/**
 * The charge that an event is about, as the provider has it now, with its user; null if it is nobody's. If the provider
 * does not have it, the event itself says what happened: it is signed.
 */
export async function readCharge(
  app: Pick<AppContext, 'db' | 'billing'>,
  { type, data: { object, previous_attributes: before } }: ChargeEvent,
): Promise<ChargeOfUser | null> {
  const isCharge = object.object === 'charge' || object.amount_refunded != null;
  const id = isCharge ? object.id : object.charge;
  if (!id) return null;
  const charge = await app.billing.findCharge(id);
  const customerId = charge?.customerId ?? object.customer;
  if (!customerId || !app.billing.ownsCustomer(customerId)) return null;
  const [user] = await app.db.select().from(users).where(eq(users.stripeCustomerId, customerId));
  if (!user) return null;
  if (!charge && !isCharge)
    throw createRefusal('The payment provider does not have the charge of this event.');
  const refundedCents = charge?.refundedCents ?? object.amount_refunded ?? 0;
  const untilThenCents = type === REFUNDED ? (object.amount_refunded ?? 0) : 0;
  return {
    id,
    customerId,
    invoiceId: charge?.invoiceId ?? object.invoice ?? null,
    refundedCents,
    isDisputed: charge?.isDisputed ?? object.disputed ?? false,
    currency: charge?.currency ?? object.currency ?? 'usd',
    user,
    isFirstWord: FIRST_WORDS.includes(type),
    returned: { untilThenCents, beforeCents: before?.amount_refunded },
  };
}

/** The sum recorded as returned of a charge. */
export async function readRefunded({ db }: Pick<AppContext, 'db'>, charge: ChargeOfUser): Promise<number> {
  return (await findInvoice(db, charge))?.refundedCents ?? 0;
}

/** To be called in a transaction. */
async function findInvoice(db: Db, { user, invoiceId }: ChargeOfUser) {
  if (!invoiceId) return undefined;
  const isThis = and(whereCan(systemFor(user.id), 'see', 'invoice'), eq(invoices.id, invoiceId));
  const [invoice] = await db.select().from(invoices).where(isThis).for('update');
  return invoice;
}

/** Records what is new about a charge; returns it in words for administrators. `app.db` is a transaction. */
export async function applyCharge(app: AppContext, charge: ChargeOfUser): Promise<string> {
  const { user, refundedCents, returned, isDisputed, currency } = charge;
  const invoice = await findInvoice(app.db, charge);
  if (invoice) {
    await app.db.update(invoices).set({ refundedCents, isDisputed }).where(eq(invoices.id, invoice.id));
  }
  // Without an invoice, nothing remembers what was told.
  if (!invoice && !charge.isFirstWord) return 'nothing new';
  const name = invoice?.number ? `invoice ${invoice.number}` : `payment ${charge.id}`;
  // The invoice may have come after a refund, and events in another order: it counts only where the event says nothing.
  const ownCents = returned.untilThenCents - (returned.beforeCents ?? invoice?.refundedCents ?? 0);
  // No more is told than is there: one that failed meanwhile is none.
  const returnedCents = Math.min(ownCents, refundedCents);
  const failedCents = invoice ? invoice.refundedCents - refundedCents : 0;
  const said: string[] = [];
  if (returnedCents > 0) {
    const what = `${formatMoney(returnedCents, currency)} of ${name}`;
    await recordAccountEvent(app, app.db, user.id, 'refunded', { name: what });
    await mailRefund(app, user, { cents: returnedCents, currency, name });
    said.push(`refunded ${what}`);
  }
  if (failedCents > 0) said.push(`a refund of ${formatMoney(failedCents, currency)} of ${name} failed`);
  if (isDisputed !== (invoice?.isDisputed ?? false)) {
    if (isDisputed) await tellDispute(app, charge, name);
    said.push(isDisputed ? `${name} is disputed` : `${name} is no longer disputed`);
  }
  return said.join('; ') || 'nothing new';
}

/** A dispute has a deadline: administrators are told by mail. */
async function tellDispute(app: AppContext, { id, user }: ChargeOfUser, name: string): Promise<void> {
  await recordAccountEvent(app, app.db, user.id, 'disputed', { name });
  await tellAdministrators(app, app.db, {
    key: `billing-dispute ${id}`,
    subject: `A payment is disputed: ${user.username}`,
    paragraphs: [
      `The bank of ${user.username} disputes ${name} (payment ${id}). Answer it at the payment provider before its deadline.`,
    ],
  });
}
