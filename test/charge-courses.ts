import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import { type MemoryProvider, memoryProvider } from '#test/memory-provider.ts';

/** Courses of subscriptions at the test provider, and the bills that Stripe's documentation makes of them. */

export const CUSTOMER = 'cus_test_charges';
/** June has 30 days, May 31. */
export const JUNE = new Date('2026-06-01T12:00:00.000Z');
export const MAY = new Date('2026-05-01T12:00:00.000Z');
export const JANUARY = new Date('2026-01-31T12:00:00.000Z');

export interface Course {
  name: string;
  /** The page of https://docs.stripe.com that says so. */
  source: string;
  begins?: Date;
  quantity?: number;
  trialDays?: number;
  live(provider: MemoryProvider): Promise<void>;
  /** Oldest first. */
  bills: string[];
}

export const days = (provider: MemoryProvider, count: number) => provider.advance(count * DAY_MS);
export const setQuantity = (provider: MemoryProvider, quantity: number) =>
  provider.billing.setQuantity(provider.current().id, quantity);
export const findDue = (provider: MemoryProvider) => provider.billing.findDue(provider.current().id);

export const follow = (courses: Course[]): void =>
  it.each(courses)('$name', async ({ begins = JUNE, quantity = 1, trialDays = 0, live, bills }) => {
    const provider = await memoryProvider(CUSTOMER, { trialDays, quantity }, begins);
    await live(provider);
    const made = provider.invoices().reverse();
    expect(made.map(({ status, cents }) => `${status} ${cents}`)).toEqual(bills);
  });
