import { describe, expect, it } from 'vitest';
import type { ProviderInvoice, ProviderSubscription } from '#server/infra/billing-provider.ts';
import type { ProviderStatus } from '#shared/money/billing.ts';
import type { SubscriptionState } from '#shared/money/subscription.ts';
import { decideOutcome, keepExpired } from './state.ts';

const at = (day: number) => new Date(Date.UTC(2026, 4, day));
const registered: SubscriptionState = {
  subscriptionStatus: 'trial',
  trialEndsAt: at(14),
  subscriptionEndsAt: null,
  stripeSubscriptionId: null,
};
const subscription = (change: Partial<ProviderSubscription>): ProviderSubscription => ({
  id: 'sub_1',
  status: 'trialing',
  quantity: 1,
  startedAt: at(1),
  trialEndsAt: at(15),
  periodEndsAt: at(15),
  periodStartsAt: null,
  price: null,
  lapsesAt: null,
  cancelsAt: null,
  endedAt: null,
  nextCents: null,
  pendingCents: 0,
  paymentCard: null,
  ...change,
});
const paid: ProviderInvoice = {
  id: 'in_1',
  number: '1',
  status: 'paid',
  cents: 500,
  createdAt: at(15),
  paidAt: at(15),
  currency: 'usd',
  taxCents: null,
  balanceCents: 0,
  hasProrations: false,
  needsConfirmation: false,
  url: null,
};
const outcome = (
  change: Partial<ProviderSubscription>,
  invoices: ProviderInvoice[] = [],
  granted: Date | null = null,
) => decideOutcome({ subscriptions: [subscription(change)], invoices }, registered, granted);

describe('What follows from the provider’s truth', () => {
  it('is the trial of the registration while there is no subscription', () => {
    const none = decideOutcome({ subscriptions: [], invoices: [] }, registered, null);
    expect(none).toEqual({ ...registered, checkoutCompletedAt: null });
  });

  it('is a trial with a completed checkout while the provider’s trial runs', () => {
    expect(outcome({})).toEqual({
      subscriptionStatus: 'trial',
      trialEndsAt: at(15),
      subscriptionEndsAt: null,
      stripeSubscriptionId: 'sub_1',
      checkoutCompletedAt: at(1),
    });
  });

  it.each<[ProviderStatus, ProviderInvoice[], string]>([
    ['active', [paid], 'active'],
    ['past_due', [paid], 'active'],
    ['past_due', [], 'expired'],
    ['past_due', [{ ...paid, cents: 0 }], 'expired'],
    ['unpaid', [paid], 'expired'],
    ['paused', [paid], 'expired'],
    ['canceled', [paid], 'expired'],
  ])('of a subscription that is %s with the bills %j is %s', (status, invoices, expected) => {
    expect(outcome({ status }, invoices).subscriptionStatus).toBe(expected);
  });

  it.each<ProviderStatus>(['incomplete', 'incomplete_expired'])(
    'is nothing new for a checkout that is %s',
    (status) => {
      expect(outcome({ status })).toEqual({ ...registered, checkoutCompletedAt: null });
    },
  );

  it('is expired where the first charge failed, also when that is cancelled: there is no free month', () => {
    const failed = { status: 'past_due', periodStartsAt: at(15), periodEndsAt: at(30) } as const;
    const ended = { subscriptionStatus: 'expired', subscriptionEndsAt: at(15) };
    expect(outcome(failed)).toMatchObject(ended);
    expect(outcome({ ...failed, cancelsAt: at(30) })).toMatchObject(ended);
  });

  it('is expired where the first charge failed of someone who paid for an earlier subscription', () => {
    const old = subscription({ id: 'sub_1', status: 'canceled', endedAt: at(16) });
    const failed = { id: 'sub_2', status: 'past_due', startedAt: at(18), periodStartsAt: at(25) } as const;
    for (const cancelsAt of [null, at(30)]) {
      const subscriptions = [old, subscription({ ...failed, cancelsAt })];
      expect(decideOutcome({ subscriptions, invoices: [paid] }, registered, null)).toMatchObject({
        subscriptionStatus: 'expired',
        subscriptionEndsAt: at(25),
      });
    }
  });

  it('is cancelled with access to the end of the period', () => {
    expect(outcome({ status: 'active', cancelsAt: at(20), periodEndsAt: at(20) })).toMatchObject({
      subscriptionStatus: 'cancelled',
      subscriptionEndsAt: at(20),
    });
  });

  it('keeps no id of a subscription that has ended, and knows when it did', () => {
    expect(outcome({ status: 'canceled', endedAt: at(20) })).toMatchObject({
      subscriptionStatus: 'expired',
      subscriptionEndsAt: at(20),
      stripeSubscriptionId: null,
      checkoutCompletedAt: at(1),
    });
  });

  it('is the new subscription of who subscribes again, in whatever order the provider lists both', () => {
    const old = subscription({ id: 'sub_1', status: 'canceled', endedAt: at(20) });
    const now = subscription({ id: 'sub_2', status: 'active', startedAt: at(25), trialEndsAt: null });
    const [one, other] = [
      [old, now],
      [now, old],
    ].map((subscriptions) => decideOutcome({ subscriptions, invoices: [paid] }, registered, null));
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      subscriptionStatus: 'active',
      stripeSubscriptionId: 'sub_2',
      checkoutCompletedAt: at(1),
    });
  });

  it('lets the free days of an administrator begin a trial again after the end', () => {
    expect(outcome({ status: 'canceled', endedAt: at(20) }, [], at(27))).toMatchObject({
      subscriptionStatus: 'trial',
      trialEndsAt: at(27),
    });
    expect(outcome({ status: 'canceled', endedAt: at(20) }, [], at(19)).subscriptionStatus).toBe('expired');
    expect(outcome({ status: 'unpaid', periodEndsAt: at(20) }, [], at(27)).subscriptionStatus).toBe('trial');
  });

  it('begins no free days anew that are over and recorded as over', () => {
    const granted = outcome({ status: 'canceled', endedAt: at(20) }, [], at(27));
    const recorded = (subscriptionStatus: SubscriptionState['subscriptionStatus'], day: number) =>
      keepExpired(granted, { subscriptionStatus }, at(day)).subscriptionStatus;
    expect(recorded('expired', 28)).toBe('expired');
    // Not recorded yet, it is told by mail first.
    expect(recorded('trial', 28)).toBe('trial');
    expect(recorded('expired', 26)).toBe('trial');
  });
});
