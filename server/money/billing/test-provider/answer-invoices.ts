import { newId } from '#server/db/new-id.ts';
import { readCancelFlag } from './answer-subscriptions.ts';
import type { Entry } from './ledger.ts';
import {
  changeQuantity,
  computeBill,
  dropItem,
  readPendingItems,
  subscriptionOfItem,
  takePending,
} from './pending-items.ts';
import { createDecline, createMissing, StripeRefusal } from './stripe-refusal.ts';
import { collectInvoice, finalizeInvoice, numberAfter, takeStep } from './take-step.ts';
import { type Answers, changeCurrent, findCurrent, listCurrent, listOf } from './test-account.ts';
import { TEST_PRICE, toStripeCharge, toStripeInvoice, toStripeItems, toStripePayment } from './to-stripe.ts';

/** Answers about bills, and about what waits for the next one. Source: Stripe API reference, "Invoices". */

function requireStatus({ status }: Entry<'invoice'>, wanted: 'draft' | 'open', message: string): void {
  if (status !== wanted) throw new StripeRefusal(400, message);
}

const ITEMS = 'subscription_details[items][0][quantity]';

export const invoiceAnswers: Answers = {
  async 'GET invoices'({ ledger, origin }, { query }) {
    const [status, subscription] = [query.get('status'), query.get('subscription')];
    const all = await listCurrent(ledger, 'invoice', query.get('customer'));
    const asked = all.filter(
      (one) =>
        (status === null || one.status === status) &&
        (subscription === null || [undefined, subscription].includes(one.subscriptionId)),
    );
    return listOf(asked.map((one) => toStripeInvoice(one, origin)));
  },
  'GET invoices/:id': async ({ ledger, origin }, { id }) =>
    toStripeInvoice(await findCurrent(ledger, 'invoice', id), origin),
  'POST invoices': ({ ledger, origin }, { form }) =>
    changeCurrent(ledger, 'subscription', form.subscription ?? '', async (inside, subscription) => {
      const { customer } = subscription;
      if (readPendingItems(subscription).length === 0) {
        const code = 'invoice_no_customer_line_items';
        throw new StripeRefusal(400, 'Nothing to invoice for customer', { code });
      }
      const taken = takePending(subscription);
      const number = numberAfter(await inside.list('invoice', customer));
      const facts = { number, subscriptionId: subscription.id, status: 'draft' as const, paidAt: null };
      const id = `in_test_${newId()}`;
      const createdAt = inside.now().toISOString();
      const draft = { ...facts, id, cents: taken.cents, hasProrations: true, createdAt };
      await inside.put('invoice', id, customer, draft);
      const events = ['customer.subscription.updated'];
      await takeStep(inside, customer, { subscription: taken.subscription, events });
      return toStripeInvoice({ ...draft, customer }, origin);
    }),
  'POST invoices/:id/finalize': ({ ledger, origin }, { id }) =>
    changeCurrent(ledger, 'invoice', id, async (inside, draft) => {
      requireStatus(draft, 'draft', 'This invoice is already finalized.');
      return toStripeInvoice(await finalizeInvoice(inside, draft), origin);
    }),
  async 'POST invoices/:id/pay'({ ledger, origin }, { id }) {
    const isPaid = await changeCurrent(ledger, 'invoice', id, async (inside, bill) => {
      requireStatus(bill, 'open', bill.status === 'paid' ? 'Invoice is already paid' : 'It cannot be paid.');
      return collectInvoice(inside, bill);
    });
    if (!isPaid) throw createDecline();
    return toStripeInvoice(await findCurrent(ledger, 'invoice', id), origin);
  },
  'POST invoices/:id/void': ({ ledger, origin }, { id }) =>
    changeCurrent(ledger, 'invoice', id, async (inside, bill) => {
      requireStatus(bill, 'open', 'You can only void open invoices.');
      const dropped = { ...bill, status: 'void' as const };
      await inside.put('invoice', id, bill.customer, dropped);
      return toStripeInvoice(dropped, origin);
    }),
  async 'POST invoices/create_preview'({ ledger }, { form }) {
    const subscription = await findCurrent(ledger, 'subscription', form.subscription ?? '');
    const isCancelled = readCancelFlag(form, 'subscription_details') ?? subscription.isCancelled;
    if (subscription.status === 'canceled' || isCancelled) {
      const code = 'invoice_upcoming_none';
      throw new StripeRefusal(404, 'No upcoming invoices for customer', { code });
    }
    const quantity = Number(form[ITEMS] ?? subscription.quantity);
    const { cents } = computeBill(changeQuantity(subscription, quantity, ledger.now()));
    return { object: 'invoice', currency: TEST_PRICE.currency, amount_due: cents };
  },
};

/** Items that wait for the next bill, charges, and what became of them. */
export const moneyAnswers: Answers = {
  async 'GET invoiceitems'({ ledger }, { query }) {
    const all = await listCurrent(ledger, 'subscription', query.get('customer'));
    return listOf(all.flatMap(toStripeItems));
  },
  async 'DELETE invoiceitems/:id'({ ledger }, { id }) {
    return changeCurrent(ledger, 'subscription', subscriptionOfItem(id), async (inside, subscription) => {
      if (!readPendingItems(subscription).some((item) => item.id === id)) throw createMissing(id);
      const events = ['customer.subscription.updated'];
      await takeStep(inside, subscription.customer, { subscription: dropItem(subscription, id), events });
      return { id, object: 'invoiceitem', deleted: true };
    });
  },
  async 'GET charges/:id'({ ledger }, { id }) {
    const bill = await ledger.find('invoice', id.replace(/^ch_/, 'in_'));
    if (!bill) throw createMissing(id);
    return toStripeCharge(bill);
  },
  async 'GET invoice_payments'({ ledger }, { query }) {
    const payment = query.get('payment[payment_intent]') ?? '';
    const bill = await ledger.find('invoice', query.get('invoice') ?? payment.replace(/^pi_/, 'in_'));
    return listOf(bill ? [toStripePayment(bill)] : []);
  },
  'GET disputes': async () => listOf([]),
  async 'GET prices/:id'(_account, { id }) {
    if (id !== TEST_PRICE.id) throw createMissing(id);
    return TEST_PRICE;
  },
};
