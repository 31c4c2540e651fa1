import { expect } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import { type Course, days, findDue, follow, JANUARY, MAY, setQuantity } from '#test/charge-courses.ts';

/**
 * Sums computed by hand from Stripe's documentation, for $5 per card and month: the judge of the test provider. Every
 * change goes through our client.
 */

const courses: Course[] = [
  {
    name: 'one card more, halfway: −$2.50 and +$5 on the next bill of $10',
    source: 'billing/subscriptions/prorations',
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 2);
      await days(provider, 15);
    },
    bills: ['paid 500', 'paid 1250'],
  },
  {
    name: 'two cards more for the last third: −$1.67 and +$5 on the next bill of $15',
    source: 'billing/subscriptions/prorations',
    async live(provider) {
      await days(provider, 20);
      await setQuantity(provider, 3);
      await days(provider, 10);
    },
    bills: ['paid 500', 'paid 1833'],
  },
  {
    name: 'each side of a proration is rounded by itself: 20 of 31 days are −$3.23 and +$6.45',
    source: 'billing/subscriptions/prorations',
    begins: MAY,
    async live(provider) {
      await days(provider, 11);
      await setQuantity(provider, 2);
      expect((await findDue(provider)).prorationCents).toBe(322);
      await days(provider, 20);
    },
    bills: ['paid 500', 'paid 1322'],
  },
  {
    name: 'prorations count seconds: the last one of a month costs nothing',
    source: 'billing/subscriptions/prorations',
    async live(provider) {
      await provider.advance(30 * DAY_MS - 1000);
      await setQuantity(provider, 2);
      await provider.advance(1000);
    },
    bills: ['paid 500', 'paid 1000'],
  },
  {
    name: 'two changes within a period: −$2.50 and +$7.50, then −$3.75 and +$2.50 of a quarter',
    source: 'billing/subscriptions/prorations',
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 3);
      await days(provider, 7.5);
      await setQuantity(provider, 2);
      await days(provider, 7.5);
    },
    bills: ['paid 500', 'paid 1375'],
  },
  {
    name: 'two cards less, halfway: −$7.50 and +$2.50 leave nothing to pay of the next bill of $5',
    source: 'billing/subscriptions/prorations',
    quantity: 3,
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 1);
      await days(provider, 15);
      await days(provider, 31);
    },
    bills: ['paid 1500', 'paid 0', 'paid 500'],
  },
  {
    name: 'credit beyond a bill is the customer’s balance, and the next bills are paid from it',
    source: 'billing/customer/balance',
    quantity: 3,
    async live(provider) {
      await days(provider, 10);
      // −$10 and +$3.33.
      await setQuantity(provider, 1);
      await days(provider, 20);
      expect((await findDue(provider)).prorationCents).toBe(-167);
      await days(provider, 31);
    },
    bills: ['paid 1500', 'paid 0', 'paid 333'],
  },
  {
    name: 'a bill at once is paid from the balance first: $5 for a new card, less $1.67',
    source: 'billing/customer/balance',
    quantity: 3,
    async live(provider) {
      await days(provider, 10);
      await setQuantity(provider, 1);
      await days(provider, 20);
      await setQuantity(provider, 2);
      expect((await findDue(provider)).prorationCents).toBe(333);
      await provider.billing.chargePending(provider.current().id);
      await days(provider, 31);
    },
    bills: ['paid 1500', 'paid 0', 'paid 333', 'paid 1000'],
  },
  {
    name: 'from 300 cards to one, halfway: −$750 and +$2.50 pay for 149 months',
    source: 'billing/customer/balance',
    quantity: 300,
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 1);
      expect((await findDue(provider)).prorationCents).toBe(-74_750);
      await days(provider, 15);
      expect((await findDue(provider)).prorationCents).toBe(-74_250);
      await days(provider, 31);
      expect((await findDue(provider)).prorationCents).toBe(-73_750);
    },
    bills: ['paid 150000', 'paid 0', 'paid 0'],
  },
  {
    name: 'a trial is free, whatever changes in it, and its end is the first bill',
    source: 'billing/subscriptions/trials',
    trialDays: 14,
    async live(provider) {
      await days(provider, 7);
      await setQuantity(provider, 3);
      expect((await findDue(provider)).prorationCents).toBe(0);
      await days(provider, 7);
      expect(provider.current().status).toBe('active');
      await days(provider, 30);
    },
    bills: ['paid 1500', 'paid 1500'],
  },
  {
    name: 'a trial that is cancelled ends with nothing charged',
    source: 'billing/subscriptions/trials',
    trialDays: 14,
    async live(provider) {
      await provider.billing.setCancelled(provider.current().id, true);
      await days(provider, 14);
      expect(provider.current().status).toBe('canceled');
    },
    bills: [],
  },
  {
    name: 'cancelled at the end of the period, with a card more since halfway: that is billed at the end',
    source: 'billing/subscriptions/cancel',
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 2);
      await provider.billing.setCancelled(provider.current().id, true);
      await days(provider, 60);
      expect(provider.current().status).toBe('canceled');
    },
    bills: ['paid 500', 'paid 250'],
  },
  {
    name: 'cancelled and resumed: charged as if nothing had been',
    source: 'billing/subscriptions/cancel',
    async live(provider) {
      await days(provider, 10);
      await provider.billing.setCancelled(provider.current().id, true);
      await days(provider, 10);
      await provider.billing.setCancelled(provider.current().id, false);
      await days(provider, 10);
    },
    bills: ['paid 500', 'paid 500'],
  },
  {
    name: 'ended at once: nothing more is charged, and nothing returned',
    source: 'billing/subscriptions/cancel',
    async live(provider) {
      await days(provider, 15);
      await setQuantity(provider, 2);
      await provider.billing.endNow(provider.current().id);
      await days(provider, 60);
    },
    bills: ['paid 500'],
  },
  {
    name: 'from the 31st of January, the last day of shorter months begins a period',
    source: 'billing/subscriptions/billing-cycle',
    begins: JANUARY,
    async live(provider) {
      for (const day of ['02-28', '03-31', '04-30']) {
        expect(provider.current().periodEndsAt).toBe(`2026-${day}T12:00:00.000Z`);
        await days(provider, 31);
      }
    },
    bills: ['paid 500', 'paid 500', 'paid 500', 'paid 500'],
  },
  ...[1, 2, 3, 10, 99, 100, 299, 300].map((quantity, index) => ({
    name: `a quantity of ${quantity}, and one card more at once`,
    source: 'billing/subscriptions/quantities',
    quantity,
    async live(provider: Parameters<Course['live']>[0]) {
      await setQuantity(provider, quantity + 1);
      await provider.billing.chargePending(provider.current().id);
    },
    bills: [`paid ${[500, 1000, 1500, 5000, 49_500, 50_000, 149_500, 150_000][index]}`, 'paid 500'],
  })),
];

follow(courses);
