import { describe, expect, it } from 'vitest';
import { quoteAt, type SubscriptionState, statusAt, trialDaysLeft } from './subscription.ts';

const end = new Date('2026-05-15T10:00:00.000Z');
const before = new Date(end.getTime() - 1);
const hours = (count: number) => new Date(end.getTime() + count * 3_600_000);
const subscriptionState = (change: Partial<SubscriptionState>): SubscriptionState => ({
  subscriptionStatus: 'trial',
  trialEndsAt: end,
  subscriptionEndsAt: null,
  stripeSubscriptionId: null,
  ...change,
});

describe('The status at a moment', () => {
  it('is expired from the very end of a trial, whatever has been written down', () => {
    expect(statusAt(subscriptionState({}), before)).toBe('trial');
    expect(statusAt(subscriptionState({}), end)).toBe('expired');
  });

  it('waits a day for the provider’s word where a card is on file', () => {
    const withCard = subscriptionState({ stripeSubscriptionId: 'sub_1' });
    expect(statusAt(withCard, hours(23))).toBe('trial');
    expect(statusAt(withCard, hours(24))).toBe('expired');
  });

  it('keeps access to the end of a cancelled period', () => {
    const cancelled = subscriptionState({ subscriptionStatus: 'cancelled', subscriptionEndsAt: end });
    expect(statusAt(cancelled, before)).toBe('cancelled');
    expect(statusAt(cancelled, end)).toBe('expired');
  });

  it('never ends an active subscription: that is the provider’s to say', () => {
    expect(statusAt(subscriptionState({ subscriptionStatus: 'active' }), hours(1000))).toBe('active');
  });
});

describe('The bill of a checkout', () => {
  it('is nothing today within the trial, and $5 a month for each card, at least one', () => {
    expect(quoteAt(0, hours(13 * 24), end)).toMatchObject({
      quantity: 1,
      dueTodayCents: 0,
      monthlyCents: 500,
    });
    expect(quoteAt(3, hours(13 * 24), end)).toMatchObject({
      quantity: 3,
      dueTodayCents: 0,
      monthlyCents: 1500,
    });
  });

  it('is the first month today after the trial', () => {
    expect(quoteAt(2, end, end)).toEqual({
      quantity: 2,
      trialDays: 0,
      dueTodayCents: 1000,
      monthlyCents: 1000,
      trialEndsAt: null,
    });
  });

  it('grants what is left of the trial, rounded up, and never more than 14 days', () => {
    expect(trialDaysLeft(end, hours(-14 * 24))).toBe(14);
    expect(trialDaysLeft(end, hours(-14 * 24 + 1))).toBe(14);
    expect(trialDaysLeft(end, hours(-25))).toBe(2);
    expect(trialDaysLeft(end, hours(-1))).toBe(1);
    expect(trialDaysLeft(end, end)).toBe(0);
    expect(trialDaysLeft(hours(40 * 24), end)).toBe(40);
    expect(trialDaysLeft(hours(900 * 24), end)).toBe(730);
    expect(trialDaysLeft(null, end)).toBe(0);
  });
});
