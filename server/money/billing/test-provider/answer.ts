import { customerAnswers, pageAnswers } from './answer-customers.ts';
import { invoiceAnswers, moneyAnswers } from './answer-invoices.ts';
import { subscriptionAnswers } from './answer-subscriptions.ts';
import { StripeRefusal } from './stripe-refusal.ts';
import type { Answers, TestAccount } from './test-account.ts';

/**
 * As much of Stripe's API as we use: form-encoded calls, JSON answers, lists and refusals. Its objects are in the test
 * provider's ledger (docs/decisions/351). Source: Stripe API reference.
 */

const ANSWERS: Answers = {
  ...customerAnswers,
  ...pageAnswers,
  ...subscriptionAnswers,
  ...invoiceAnswers,
  ...moneyAnswers,
};
const ID = /(?<=\/)(?:cus|cs|sub|in|ii|ch|price)_[^/]+/;

/** Answers a call to the API. */
export async function answerStripe(account: TestAccount, url: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init;
  // An exchange whose time is over changes nothing any more.
  signal?.throwIfAborted();
  const path = decodeURIComponent(url.pathname).replace(/^\/v1/, '');
  const [id = ''] = ID.exec(path) ?? [];
  const find = ANSWERS[`${method} ${path.replace(ID, ':id').slice(1)}`];
  const form = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
  const key = new Headers(headers).get('idempotency-key');
  try {
    if (!find) throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
    return Response.json(await find(account, { id, query: url.searchParams, form, key }));
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    const { status, type, code, message } = error;
    return Response.json({ error: { type, code, message } }, { status });
  }
}
