import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Billing, Cancellation, Invoice, PriceChange } from '#shared/money/billing.ts';
import { FAILING_CARD, GOOD_CARD, newcomerAt, pay, pressButton } from '#test/billing.ts';
import type { OwnId } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { matchQuantity } from './match-quantity.ts';

/** Two years of subscriptions, whatever happens in them: what people are told is what they are charged. */

// Each life is hundreds of calls: slow machines may take their time.
vi.setConfig({ testTimeout: 600_000 });
const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 20 };

const CENTS = 500;
const STEPS = 37;
const DAYS = { min: 14, max: 20 };

type Act =
  | { kind: 'cards'; to: number }
  | { kind: 'payment card'; isGood: boolean }
  | { kind: 'cancel'; openInvoice: 'settle' | 'void' }
  | { kind: 'resume' | 'refund' | 'subscribe' | 'nothing' };
interface Step {
  act: Act;
  days: number;
}

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('cards' as const), to: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payment card' as const), isGood: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      openInvoice: fc.constantFrom('settle' as const, 'void' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('resume', 'refund', 'subscribe', 'nothing') }),
  },
);
/** Steps that every life begins with, before those by chance: each way to pay, to owe and to leave. */
const BEGINNING: Step[] = [
  { act: { kind: 'nothing' }, days: 16 },
  { act: { kind: 'cards', to: 3 }, days: 5 },
  { act: { kind: 'cancel', openInvoice: 'void' }, days: 2 },
  { act: { kind: 'resume' }, days: 20 },
  { act: { kind: 'payment card', isGood: false }, days: 5 },
  { act: { kind: 'cancel', openInvoice: 'settle' }, days: 1 },
  { act: { kind: 'payment card', isGood: true }, days: 0 },
  { act: { kind: 'cancel', openInvoice: 'settle' }, days: 1 },
  { act: { kind: 'resume' }, days: 10 },
  { act: { kind: 'refund' }, days: 17 },
  { act: { kind: 'payment card', isGood: false }, days: 31 },
  { act: { kind: 'cancel', openInvoice: 'void' }, days: 3 },
  { act: { kind: 'subscribe' }, days: 20 },
];
const WAYS = ['dropped', 'failing', 'prorated', 'refunded', 'settled'];
const seen = new Set<string>();

const life: fc.Arbitrary<Step[]> = fc
  .array(fc.record({ act, days: fc.integer(DAYS) }), { minLength: STEPS, maxLength: STEPS })
  .map((steps) => [...BEGINNING, ...steps]);

interface Person {
  call: Client;
  id: OwnId;
  pass(days: number): Promise<void>;
  cards: string[];
}

const refresh = async ({ call }: Person): Promise<Billing> =>
  (await call('POST', '/api/billing/refresh')).body;
const quote = async ({ call, cards }: Person): Promise<PriceChange> =>
  (await call('GET', `/api/billing/quote?cards=${cards.length}`)).body;
const invoicesOf = async ({ call }: Person): Promise<Invoice[]> =>
  (await call('GET', '/api/billing/invoices?limit=200')).body;
const chargedIn = (invoices: Invoice[]) =>
  invoices.filter(({ status }) => status === 'paid').reduce((sum, { cents }) => sum + cents, 0);

/** Brings the number of cards to `wanted`, as far as the subscription allows, and returns it. */
async function bringCards(person: Person, wanted: number): Promise<void> {
  const { call, cards, id } = person;
  while (cards.length > wanted) await call('DELETE', `/api/cards/${cards.pop()}`);
  while (cards.length < wanted) {
    const { status, body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    if (status !== 200) break;
    cards.push(body.id);
  }
  await matchQuantity(app(), id);
}

/** Cancels: the charge at once equals the dialog's, and nothing else follows. */
async function cancel(person: Person, openInvoice: 'settle' | 'void'): Promise<void> {
  const due = await person.call('GET', '/api/billing/cancellation');
  const before = chargedIn(await invoicesOf(person));
  const { status, body } = await person.call('POST', '/api/billing/cancel', { openInvoice });
  if (status !== 200) return;
  const { openCents, prorationCents, openInvoices }: Cancellation = due.body;
  const isDropped = openInvoice === 'void' && openInvoices.length > 0;
  const said = isDropped ? 0 : openCents + prorationCents;
  expect(chargedIn(await invoicesOf(person)) - before).toBe(said);
  expect(body.openInvoice).toBeNull();
  if (isDropped) seen.add('dropped');
  else if (openCents > 0) seen.add('settled');
  if (!isDropped && prorationCents > 0) seen.add('prorated');
  if (isDropped) expect(body).toMatchObject({ isSubscribed: false, status: 'expired' });
}

async function take(person: Person, act: Act): Promise<void> {
  const { call } = person;
  const { isSubscribed } = await refresh(person);
  switch (act.kind) {
    case 'cards':
      return bringCards(person, act.to);
    case 'payment card':
      if (isSubscribed) {
        const card = act.isGood ? GOOD_CARD : FAILING_CARD;
        await pressButton(server, call, { action: 'card', card });
      }
      return;
    case 'cancel':
      return isSubscribed ? cancel(person, act.openInvoice) : undefined;
    case 'resume':
      if (isSubscribed) await call('POST', '/api/billing/resume');
      return;
    case 'refund':
      if ((await invoicesOf(person)).length > 0) await pressButton(server, call, { action: 'refund' });
      return;
    case 'subscribe':
      if (!isSubscribed) await pay(server, call);
      return;
    default:
  }
}

/** Lets days pass, by the hour of the next bill: that must be the bill that was announced. */
async function passDays(person: Person, days: number): Promise<void> {
  await refresh(person);
  const announced = await quote(person);
  const shown = await refresh(person);
  const before = (await invoicesOf(person)).map(({ id }) => id);
  const until = clock.now.getTime() + days * DAY_MS;
  const at = announced.nextBill && Date.parse(announced.nextBill.at);
  if (at !== null && at <= until && !shown.isPaymentFailing) {
    expect(announced.nextBill?.cents).toBe(shown.nextCharge?.cents);
    await person.pass((at - clock.now.getTime()) / DAY_MS);
    await refresh(person);
    const made = (await invoicesOf(person)).filter(({ id }) => !before.includes(id));
    expect(made.map(({ cents }) => cents)).toEqual([announced.nextBill?.cents]);
  } else if (shown.isCancelled) {
    await person.pass(days);
    await refresh(person);
    expect((await invoicesOf(person)).filter(({ id }) => !before.includes(id))).toEqual([]);
  }
  if (clock.now.getTime() < until) await person.pass((until - clock.now.getTime()) / DAY_MS);
}

/** Our list is the provider's, invoice by invoice and to the cent, with what was returned. */
async function compare(person: Person): Promise<void> {
  await refresh(person);
  const { billing } = app();
  const { invoices } = await billing.fetchTruth(`cus_test_${person.id}`);
  const theirs = await Promise.all(
    invoices.map(async ({ id, status, cents }) => {
      const charge = await billing.findCharge(id.replace(/^in_/, 'ch_'));
      return { id, status, cents, refundedCents: charge?.refundedCents };
    }),
  );
  const order = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  await vi.waitFor(async () => {
    const ours = (await invoicesOf(person)).map(({ id, status, cents, refundedCents }) => ({
      id,
      status,
      cents,
      refundedCents,
    }));
    expect(ours.sort(order)).toEqual(theirs.sort(order));
  }, within);
}

/** Access is paid for: people who never paid have only had a trial, and no sum is anything but a sum of prices. */
async function judge(person: Person): Promise<void> {
  const billing = await refresh(person);
  const invoices = await invoicesOf(person);
  expect(billing.hasEverPaid).toBe(chargedIn(invoices) > 0);
  expect(billing.periodCents).toBe(Math.max(1, person.cards.length) * CENTS);
  if (billing.status === 'active') expect(billing.hasEverPaid).toBe(true);
  if (billing.isPaymentFailing) {
    seen.add('failing');
    expect(billing.openInvoice).not.toBeNull();
  }
  if (invoices.some(({ refundedCents }) => refundedCents > 0)) seen.add('refunded');
  for (const { cents, refundedCents } of invoices) expect(refundedCents).toBeLessThanOrEqual(cents);
}

describe('In two years with failures, refunds and one to three cards', () => {
  it('every sum that was said is the sum of the provider’s invoices', async () => {
    const lived = fc.asyncProperty(life, async (steps) => {
      const person: Person = { ...(await newcomerAt(server, clock)), cards: [] };
      await bringCards(person, 1);
      await pay(server, person.call);
      for (const step of steps) {
        await take(person, step.act);
        await passDays(person, step.days);
        await judge(person);
      }
      await compare(person);
    });
    await fc.assert(lived, { numRuns: 1, seed: 20_261_122, endOnFailure: true });
    expect([...seen].sort()).toEqual(WAYS);
  });
});
