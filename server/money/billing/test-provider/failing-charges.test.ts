import { expect, it } from 'vitest';
import { type Course, CUSTOMER, days, follow, JUNE, setQuantity } from '#test/charge-courses.ts';
import { type MemoryProvider, memoryProvider } from '#test/memory-provider.ts';
import { refundLatest } from './refund.ts';

/** Charges that fail, are dropped or returned, as Stripe's documentation tells it. */

/** Stripe's test card that is declined once it is charged. */
const breakCard = (provider: MemoryProvider) => provider.press({ isCardGood: false });
const chargeIdOf = (provider: MemoryProvider) => (provider.invoices()[0]?.id ?? '').replace(/^in_/, 'ch_');

const courses: Course[] = [
  {
    name: 'a declined renewal is tried three times more, and ends the subscription',
    source: 'billing/revenue-recovery/smart-retries',
    async live(provider) {
      breakCard(provider);
      await days(provider, 30);
      const [truth] = (await provider.billing.fetchTruth(CUSTOMER)).subscriptions;
      expect(truth).toMatchObject({ status: 'past_due', lapsesAt: new Date('2026-07-10T12:00:00.000Z') });
      await days(provider, 8);
      expect(provider.current().status).toBe('past_due');
      await days(provider, 1);
      expect(provider.current().status).toBe('canceled');
    },
    bills: ['paid 500', 'uncollectible 500'],
  },
  {
    name: 'a declined renewal is paid by the next try with another card; the period stays',
    source: 'billing/revenue-recovery/smart-retries',
    async live(provider) {
      breakCard(provider);
      await days(provider, 31);
      provider.press({ isCardGood: true });
      await days(provider, 2);
      expect(provider.current()).toMatchObject({
        status: 'active',
        periodEndsAt: '2026-08-01T12:00:00.000Z',
      });
      await days(provider, 28);
    },
    bills: ['paid 500', 'paid 500', 'paid 500'],
  },
  {
    name: 'a declined bill of a proration leaves it open, for its sum',
    source: 'billing/subscriptions/overview',
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 2);
      breakCard(provider);
      await expect(provider.billing.chargePending(provider.current().id)).rejects.toThrow();
      expect(provider.current().status).toBe('past_due');
      provider.press({ isCardGood: true });
      await provider.billing.payInvoice(provider.invoices()[0]?.id ?? '');
      await days(provider, 15);
    },
    bills: ['paid 500', 'paid 250', 'paid 1000'],
  },
  {
    name: 'a voided bill is never charged',
    source: 'invoicing/overview',
    async live(provider) {
      breakCard(provider);
      await days(provider, 30);
      await provider.billing.endNow(provider.current().id);
      await provider.billing.voidInvoice(provider.invoices()[0]?.id ?? '');
      provider.press({ isCardGood: true });
      await days(provider, 60);
    },
    bills: ['paid 500', 'void 500'],
  },
  {
    name: 'a refund returns the charge, and leaves the bill paid',
    source: 'refunds',
    quantity: 2,
    async live(provider) {
      const charge = () => provider.billing.findCharge(chargeIdOf(provider));
      expect(await charge()).toMatchObject({ refundedCents: 0, isDisputed: false });
      await refundLatest(provider.ledger, CUSTOMER);
      expect(await charge()).toMatchObject({
        customerId: CUSTOMER,
        invoiceId: provider.invoices()[0]?.id,
        refundedCents: 1000,
      });
    },
    bills: ['paid 1000'],
  },
];

follow(courses);

it('A draft that nobody finalized is charged after an hour, once', async () => {
  const provider = await memoryProvider(CUSTOMER, { trialDays: 0 }, JUNE);
  await days(provider, 15);
  await setQuantity(provider, 2);
  // The library asks for the subscription and what is pending, makes the bill, and dies.
  provider.fail({ after: 3, isDone: false });
  await expect(provider.billing.chargePending(provider.current().id)).rejects.toThrow();
  const statuses = () => provider.invoices().map(({ status, cents }) => `${status} ${cents}`);
  expect(statuses()).toEqual(['draft 250', 'paid 500']);
  for (const minutes of [59, 1, 60]) await provider.advance(minutes * 60_000);
  expect(statuses()).toEqual(['paid 250', 'paid 500']);
});
