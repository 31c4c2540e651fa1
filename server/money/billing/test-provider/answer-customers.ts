import { createHash } from 'node:crypto';
import { idFrom, newId } from '#server/db/new-id.ts';
import { createMissing, StripeRefusal } from './stripe-refusal.ts';
import { endSubscription } from './subscription-life.ts';
import { processDue, takeStep } from './take-step.ts';
import { type Answers, listOf, showCustomer } from './test-account.ts';
import { TEST_PRICE, TEST_PROVIDER_PATHS, toStripeSession } from './to-stripe.ts';

/** Answers about customers, and about the pages on which they pay and manage their subscription. */

const PAGE = 10;
const PORTAL_MINUTES = 60;

/** Where a page leads is a page of ours: it needs no origin, and works under any name this server is reached by. */
const pathOf = (url = '') => new URL(url).pathname + new URL(url).search;

const CUSTOM_FIELDS = 'invoice_settings[custom_fields]';
/** The only custom field of invoices that we set. */
const REFERENCE = `${CUSTOM_FIELDS}[0][value]`;

export const customerAnswers: Answers = {
  async 'POST customers'(account, { form }) {
    const { ledger } = account;
    const userId = form['metadata[userId]'] ?? '';
    const id = account.nameCustomer(userId);
    const known = await ledger.find('customer', id);
    if (known && !known.isDeleted) return showCustomer(account, known);
    const { email = '', name: fullName = '' } = form;
    const data = { userId, email, fullName, installation: form['metadata[installation]'] };
    await ledger.put('customer', id, id, data);
    return showCustomer(account, { ...data, id, customer: id });
  },
  async 'GET customers'(account, { query }) {
    const limit = Number(query.get('limit') ?? PAGE);
    const found = await account.ledger.listCustomers(query.get('starting_after') ?? '', limit + 1);
    const page: object[] = [];
    for (const one of found.slice(0, limit)) page.push(await showCustomer(account, one));
    return listOf(page, found.length > limit);
  },
  async 'GET customers/:id'(account, { id }) {
    const customer = await account.ledger.find('customer', id);
    if (!customer) throw createMissing(id);
    return customer.isDeleted ? { id, object: 'customer', deleted: true } : showCustomer(account, customer);
  },
  async 'POST customers/:id'(account, { id, form }) {
    const { ledger } = account;
    const changed = await ledger.withCustomer(id, async (inside) => {
      const customer = await inside.find('customer', id);
      if (!customer || customer.isDeleted) throw createMissing(id);
      const { email = customer.email, name: fullName = customer.fullName } = form;
      const isKept = form[CUSTOM_FIELDS] === undefined && form[REFERENCE] === undefined;
      const changed = {
        ...customer,
        email,
        fullName,
        reference: isKept ? customer.reference : form[REFERENCE],
      };
      await inside.put('customer', id, id, changed);
      return changed;
    });
    return showCustomer(account, changed);
  },
  /** Also ends its subscriptions. Source: Stripe API reference, "Delete a customer". */
  'DELETE customers/:id': ({ ledger }, { id }) =>
    ledger.withCustomer(id, async (inside) => {
      const customer = await inside.find('customer', id);
      if (!customer) throw createMissing(id);
      await processDue(inside, id);
      for (const subscription of await inside.list('subscription', id)) {
        if (subscription.status === 'canceled') continue;
        await takeStep(inside, id, endSubscription(subscription, inside.now().toISOString()));
      }
      const { userId, installation } = customer;
      // The account may be gone, and its name and address with it.
      await inside.put('customer', id, id, {
        userId,
        installation,
        email: '',
        fullName: '',
        isDeleted: true,
      });
      return { id, object: 'customer', deleted: true };
    }),
};

/** Unguessable as the key is: whoever knows a page's id may open it. */
const nameByKey = (prefix: string, key: string | null) =>
  `${prefix}${key === null ? newId() : idFrom(createHash('sha256').update(key).digest())}`;

export const pageAnswers: Answers = {
  async 'POST checkout/sessions'({ ledger, origin }, { form, key }) {
    if (form['line_items[0][price]'] !== TEST_PRICE.id) throw new StripeRefusal(400, 'No such price');
    const customer = form.customer ?? '';
    const id = nameByKey('cs_test_', key);
    return ledger.withCustomer(customer, async (inside) => {
      const owner = await inside.find('customer', customer);
      if (!owner || owner.isDeleted) throw createMissing(customer, 400);
      const known = await inside.find('session', id);
      if (known) return toStripeSession(known, origin);
      const session = {
        userId: form.client_reference_id ?? '',
        quantity: Number(form['line_items[0][quantity]']),
        trialDays: Number(form['subscription_data[trial_period_days]'] ?? 0),
        successPath: pathOf(form.success_url),
        cancelPath: pathOf(form.cancel_url),
        status: 'open' as const,
      };
      await inside.put('session', id, customer, session);
      return toStripeSession({ ...session, id, customer }, origin);
    });
  },
  async 'GET checkout/sessions'({ ledger, origin }, { query }) {
    const status = query.get('status');
    const all = await ledger.list('session', query.get('customer') ?? '');
    return listOf(
      all
        .filter((session) => status === null || session.status === status)
        .map((session) => toStripeSession(session, origin)),
    );
  },
  async 'GET checkout/sessions/:id'({ ledger, origin }, { id }) {
    const session = await ledger.find('session', id);
    if (!session) throw createMissing(id);
    return toStripeSession(session, origin);
  },
  async 'POST checkout/sessions/:id/expire'({ ledger, origin }, { id }) {
    const customer = (await ledger.find('session', id))?.customer ?? '';
    return ledger.withCustomer(customer, async (inside) => {
      const session = await inside.find('session', id);
      if (!session) throw createMissing(id);
      if (session.status !== 'open')
        throw new StripeRefusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      const expired = { ...session, status: 'expired' as const };
      await inside.put('session', id, customer, expired);
      return toStripeSession(expired, origin);
    });
  },
  async 'POST billing_portal/sessions'({ ledger, origin }, { form, key }) {
    const customer = form.customer ?? '';
    const owner = await ledger.find('customer', customer);
    if (!owner || owner.isDeleted) throw createMissing(customer, 400);
    const id = nameByKey('bps_test_', key);
    const expiresAt = new Date(ledger.now().getTime() + PORTAL_MINUTES * 60_000).toISOString();
    await ledger.put('portal', id, customer, { returnPath: pathOf(form.return_url), expiresAt });
    return { id, object: 'billing_portal.session', url: `${origin}${TEST_PROVIDER_PATHS.portal}/${id}` };
  },
};
