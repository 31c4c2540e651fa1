import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Ending } from '#server/db/schema/money.ts';
import { type BillingProvider, ProviderAway, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { billedQuantity } from '#shared/money/subscription.ts';
import { type MemoryProvider, memoryProvider } from '#test/memory-provider.ts';
import { cancelAtPeriodEnd, endAndVoidInvoices } from './cancel.ts';
import { isUnsettled, settleBill } from './settle-bill.ts';

/**
 * A thousand lives of subscriptions, in memory, with our client of Stripe: whatever happens in them, and whichever
 * request fails, people are charged what they were told, and credited no more than they were charged.
 */

const UNIT = 500;
const CUSTOMER = 'cus_test_life';

type Plain =
  | 'add'
  | 'remove'
  | 'resume'
  | 'portal cancel'
  | 'portal resume'
  | 'suspend'
  | 'restore'
  | 'notice';
type Act =
  | { kind: Plain }
  | { kind: 'cancel'; openInvoice: 'settle' | 'void' }
  | { kind: 'payment card'; isGood: boolean }
  | { kind: 'fault'; after: number; isDone: boolean }
  | { kind: 'days'; count: number };

const simple = (...kinds: Plain[]) => fc.record({ kind: fc.constantFrom(...kinds) });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: simple('add', 'remove') },
  { weight: 4, arbitrary: simple('resume', 'portal cancel', 'portal resume', 'notice') },
  { weight: 1, arbitrary: simple('suspend', 'restore') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      openInvoice: fc.constantFrom('settle' as const, 'void' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('payment card' as const), isGood: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      after: fc.nat(4),
      isDone: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max: 25 }) }),
  },
);

/** Ways to be credited for what was never charged, if there were any; parts of them happen by chance. */
const ROUNDS: Act[][] = [
  [
    { kind: 'cancel', openInvoice: 'settle' },
    { kind: 'add' },
    { kind: 'add' },
    { kind: 'notice' },
    { kind: 'resume' },
    { kind: 'notice' },
    { kind: 'remove' },
    { kind: 'remove' },
    { kind: 'notice' },
  ],
  [
    { kind: 'add' },
    { kind: 'notice' },
    { kind: 'suspend' },
    { kind: 'notice' },
    { kind: 'restore' },
    { kind: 'portal resume' },
    { kind: 'remove' },
    { kind: 'notice' },
  ],
];
const acts = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: act.map((one) => [one]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...ROUNDS).chain((round) => fc.subarray(round, { minLength: 6 })),
      },
    ),
    { minLength: 5, maxLength: 40 },
  )
  .map((chunks) => chunks.flat());

interface Life {
  provider: MemoryProvider;
  billing: BillingProvider;
  cards: number;
  isSuspended: boolean;
  ending: Ending | null;
}

/** Does it, and says whether the provider failed or refused. */
async function hasFailed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) return true;
    throw error;
  }
}

/** Applies the provider's answer, as in `syncUser` and the jobs it sends. */
async function notice(life: Life): Promise<void> {
  const { billing, provider, isSuspended, cards } = life;
  const truth = await billing.fetchTruth(CUSTOMER);
  const [subscription] = truth.subscriptions;
  if (subscription && isUnsettled(truth, life)) await settleBill(billing, CUSTOMER, life);
  if (!subscription || !provider.isRunning()) return;
  if (!subscription.cancelsAt && !isSuspended) life.ending = null;
  // Also if it was cancelled since the number was read, as by a job that is late.
  await billing.setQuantity(subscription.id, billedQuantity(cards));
}

/** An hour passes in which the provider answers: what could not be done is done now. */
async function hourPasses(life: Life): Promise<void> {
  life.provider.fail(null);
  await hasFailed(() => notice(life));
  expect(isUnsettled(await life.billing.fetchTruth(CUSTOMER), life)).toBe(false);
}

async function cancel(life: Life, openInvoice: 'settle' | 'void'): Promise<void> {
  const { billing, provider } = life;
  const { id } = provider.current();
  const before = provider.charged();
  let said = 0;
  const failed = await hasFailed(async () => {
    if (!provider.current().isCancelled) await billing.setQuantity(id, billedQuantity(life.cards));
    const due = await billing.findDue(id);
    const isDropped = due.openInvoices.length > 0 && openInvoice === 'void';
    const open = due.openInvoices.reduce((sum, { cents }) => sum + cents, 0);
    said = isDropped ? 0 : open + Math.max(0, due.prorationCents);
    life.ending = isDropped ? 'dropped' : 'cancelled';
    if (isDropped) await endAndVoidInvoices(billing, id, due);
    else await cancelAtPeriodEnd(billing, id, due);
  });
  if (failed) expect(provider.charged() - before).toBeLessThanOrEqual(said);
  else expect(provider.charged() - before).toBe(said);
}

async function resume(life: Life): Promise<void> {
  const { billing, provider, cards } = life;
  const { id } = provider.current();
  const before = provider.charged();
  let said: number | undefined;
  const failed = await hasFailed(async () => {
    said = (await billing.previewQuantity(id, billedQuantity(cards), true))?.cents;
    life.ending = null;
    await billing.setCancelled(id, false);
    await billing.setQuantity(id, billedQuantity(cards));
  });
  expect(provider.charged()).toBe(before);
  if (!failed) expect(provider.nextBill()).toBe(said);
}

/** Days pass, each with its hourly work; a bill is the one that was announced, and none comes where none was. */
async function passDays(life: Life, count: number): Promise<void> {
  const { provider, billing } = life;
  for (let day = 0; day < count && provider.isRunning(); day += 1) {
    await hourPasses(life);
    const { isCancelled, id } = { ...provider.current() };
    const quantity = billedQuantity(life.cards);
    const said = (await billing.previewQuantity(id, quantity, false))?.cents;
    const before = provider.charged();
    const made = await provider.advance(DAY_MS);
    if (isCancelled || life.isSuspended) expect(made).toEqual([]);
    for (const cents of made) expect(cents).toBe(said);
    if (life.isSuspended || !provider.isRunning()) expect(provider.charged()).toBe(before);
  }
}

async function take(life: Life, act: Act): Promise<void> {
  const { provider } = life;
  switch (act.kind) {
    case 'add':
      if (!life.isSuspended) life.cards = Math.min(3, life.cards + 1);
      return;
    case 'remove':
      if (!life.isSuspended) life.cards = Math.max(0, life.cards - 1);
      return;
    case 'cancel':
      return life.isSuspended ? undefined : cancel(life, act.openInvoice);
    case 'resume':
      return life.isSuspended ? undefined : resume(life);
    case 'portal cancel':
    case 'portal resume':
      return provider.press({ isCancelled: act.kind === 'portal cancel' });
    case 'payment card':
      return provider.press({ isCardGood: act.isGood });
    case 'suspend':
      Object.assign(life, { isSuspended: true, ending: 'suspended' });
      return;
    case 'restore':
      life.isSuspended = false;
      return;
    case 'fault':
      return provider.fail(act);
    case 'days':
      return passDays(life, act.count);
    default:
      return void (await hasFailed(() => notice(life)));
  }
}

/** Bills pay for a card in every period so far, and for the rest of this one for all that are counted. */
function expectNoGift({ provider }: Life): void {
  const { billed, pending, periods, left, changes } = provider.account();
  const { quantity } = provider.current();
  expect(billed + pending + changes).toBeGreaterThanOrEqual(UNIT * (periods + (quantity - 1) * left));
}

/** Lives its days to the end, and a year beyond: nothing is charged any more. */
async function liveThrough(trialDays: number, acts: Act[]): Promise<void> {
  const provider = await memoryProvider(CUSTOMER, { trialDays });
  const life: Life = { provider, billing: provider.billing, cards: 1, isSuspended: false, ending: null };
  for (const one of acts) {
    if (!provider.isRunning()) break;
    await take(life, one);
    if (provider.isRunning() && provider.account().periods > 0) expectNoGift(life);
  }
  life.isSuspended = false;
  if (provider.isRunning()) provider.press({ isCancelled: true });
  await passDays(life, 40);
  const total = provider.charged();
  provider.press({ isCardGood: true });
  await provider.advance(365 * DAY_MS);
  expect([provider.isRunning(), provider.charged()]).toEqual([false, total]);
}

const live = (numRuns: number) =>
  fc.assert(fc.asyncProperty(fc.constantFrom(0, 14), acts, liveThrough), { numRuns, seed: 20_261_123 });
const TOLD = 'what was said is charged, no credit exceeds a charge, and an end is an end';

it(`In lives of any course, ${TOLD}`, { timeout: 120_000 }, () => live(4));
it(`In 1,000 lives, ${TOLD}`, { tags: ['thorough'], timeout: 1_800_000 }, () => live(1000));
