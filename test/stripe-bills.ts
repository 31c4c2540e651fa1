import type Stripe from 'stripe';
import {
  type Form,
  type Invoice,
  type InvoiceItem,
  Refusal,
  type Subscription,
} from '#test/stripe-objects.ts';

/** Invoices and pending items of the local Stripe: prorations, previews, and what is paid, voided and declined. */

export interface Bills {
  invoices: Map<string, Invoice>;
  items: Map<string, InvoiceItem>;
  /** Cents of a subscription's next invoice, where a test sets them. */
  previews: Map<string, number>;
  /** Customers whose card is declined. */
  declined: Set<string>;
  /** Adds the two prorations of a changed quantity: credit for the old, debit for the new, each rounded. */
  prorate(subscription: Subscription, quantity: number): void;
  /** Answers a call under /v1/invoices or /v1/invoiceitems; undefined if it is neither. */
  answer(method: string, path: string, query: URLSearchParams, form: Form): object | undefined;
}

interface Parts {
  subscriptions: Map<string, Subscription>;
  newId(prefix: string): string;
  now(): Date;
}

const listOf = (data: object[]) => ({ object: 'list', url: '/v1/list', has_more: false, data });
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** Credit and debit for the rest of the period. A trial is free. */
function computeProrations({ status, items }: Subscription, quantity: number, now: Date): number[] {
  const [item] = items.data;
  if (!item || status === 'trialing') return [];
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.max(0, end - secondsOf(now)) / (end - start);
  const amountFor = (units: number) => Math.round(left * units * (item.price.unit_amount ?? 0));
  return [-amountFor(item.quantity ?? 0), amountFor(quantity)];
}

export function createBills({ subscriptions, newId, now }: Parts): Bills {
  const invoices = new Map<string, Invoice>();
  const items = new Map<string, InvoiceItem>();
  const previews = new Map<string, number>();
  const declined = new Set<string>();

  const find = <T>(map: Map<string, T>, id: string | undefined): T => {
    const found = map.get(id ?? '');
    if (!found) throw new Refusal(404, `No such object: '${id}'`, { code: 'resource_missing' });
    return found;
  };
  const pendingOf = (subscriptionId: string) =>
    [...items.values()].filter(
      ({ invoice, parent }) => !invoice && parent.subscription_details.subscription === subscriptionId,
    );
  const sumOf = (all: InvoiceItem[]) => all.reduce((sum, { amount }) => sum + amount, 0);

  const addItem = ({ id, customer }: Subscription, amount: number, quantity: number) => {
    const item: InvoiceItem = {
      id: newId('ii'),
      object: 'invoiceitem',
      customer,
      amount,
      quantity,
      currency: 'usd',
      invoice: null,
      proration: true,
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    };
    items.set(item.id, item);
  };

  const settle = (invoice: Invoice): Invoice =>
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      status_transitions: { paid_at: secondsOf(now()) },
    } satisfies Partial<Invoice>);

  const createInvoice = (form: Form): Invoice => {
    const pending = pendingOf(form.subscription ?? '');
    if (form.pending_invoice_items_behavior !== 'include' || pending.length === 0) {
      throw new Refusal(400, 'Nothing to invoice for customer', { code: 'invoice_no_customer_line_items' });
    }
    const invoice: Invoice = {
      id: newId('in'),
      object: 'invoice',
      customer: form.customer ?? '',
      subscription: form.subscription ?? '',
      number: null,
      status: 'draft',
      currency: 'usd',
      total_taxes: null,
      amount_paid: 0,
      amount_due: Math.max(0, sumOf(pending)),
      created: secondsOf(now()),
      hosted_invoice_url: null,
      status_transitions: { paid_at: null },
    };
    for (const item of pending) item.invoice = invoice.id;
    invoices.set(invoice.id, invoice);
    return invoice;
  };

  const finalize = (invoice: Invoice): Invoice => {
    if (invoice.status !== 'draft') throw new Refusal(400, 'This invoice is already finalized.');
    Object.assign(invoice, { status: 'open', number: `G-${invoices.size}` });
    return invoice.amount_due === 0 ? settle(invoice) : invoice;
  };

  const pay = (invoice: Invoice): Invoice => {
    if (invoice.status === 'paid') throw new Refusal(400, 'Invoice is already paid');
    if (invoice.status !== 'open') throw new Refusal(400, 'This invoice cannot be paid.');
    if (declined.has(invoice.customer)) {
      throw new Refusal(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
    }
    for (const subscription of subscriptions.values()) {
      if (subscription.customer === invoice.customer && subscription.status === 'past_due') {
        subscription.status = 'active';
      }
    }
    return settle(invoice);
  };

  const voidInvoice = (invoice: Invoice): Invoice => {
    if (invoice.status !== 'open') throw new Refusal(400, 'You can only void open invoices.');
    return Object.assign(invoice, { status: 'void' satisfies Stripe.Invoice.Status });
  };

  const preview = (form: Form): object => {
    const subscription = find(subscriptions, form.subscription);
    const [item] = subscription.items.data;
    const isResumed =
      form['subscription_details[cancel_at_period_end]'] === 'false' ||
      form['subscription_details[cancel_at]'] === '';
    if (subscription.status === 'canceled' || (subscription.cancel_at_period_end && !isResumed) || !item) {
      throw new Refusal(404, 'No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
    }
    const wanted = form['subscription_details[items][0][quantity]'];
    const quantity = wanted === undefined ? (item.quantity ?? 0) : Number(wanted);
    const fresh = wanted === undefined ? [] : computeProrations(subscription, quantity, now());
    const changes = fresh.reduce((sum, amount) => sum + amount, sumOf(pendingOf(subscription.id)));
    const total = quantity * (item.price.unit_amount ?? 0) + changes;
    return {
      object: 'invoice',
      currency: item.price.currency,
      amount_due: previews.get(subscription.id) ?? Math.max(0, total),
    };
  };

  const answerItems = (method: string, id: string | undefined, query: URLSearchParams): object => {
    if (method === 'DELETE') {
      const { invoice } = find(items, id);
      if (invoice) throw new Refusal(400, 'This item is on an invoice.');
      items.delete(id ?? '');
      return { object: 'invoiceitem', id, deleted: true };
    }
    const isAsked = ({ customer, invoice }: InvoiceItem) =>
      customer === query.get('customer') && (query.get('pending') !== 'true' || !invoice);
    return listOf([...items.values()].filter(isAsked).reverse());
  };

  const answerInvoices = (method: string, id = '', verb = ''): ((form: Form) => object) | undefined => {
    if (method === 'GET') return () => find(invoices, id);
    if (id === 'create_preview') return preview;
    if (id === '') return createInvoice;
    const act = { finalize, pay, void: voidInvoice }[verb];
    return act && (() => act(find(invoices, id)));
  };

  return {
    invoices,
    items,
    previews,
    declined,
    prorate(subscription, quantity) {
      const before = subscription.items.data[0]?.quantity ?? 0;
      const [credit, debit] = computeProrations(subscription, quantity, now());
      if (before === quantity || credit === undefined || debit === undefined) return;
      addItem(subscription, credit, before);
      addItem(subscription, debit, quantity);
    },
    answer(method, path, query, form) {
      const [, , room, id, verb] = path.split('/');
      if (room === 'invoiceitems') return answerItems(method, id, query);
      if (room !== 'invoices') return undefined;
      if (method === 'GET' && !id) {
        const all = [...invoices.values()].filter(
          ({ customer, status }) =>
            customer === query.get('customer') && [null, status].includes(query.get('status')),
        );
        return listOf(all.reverse());
      }
      return answerInvoices(method, id, verb)?.(form);
    },
  };
}
