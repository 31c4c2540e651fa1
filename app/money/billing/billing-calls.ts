import { call } from '#app/frame/api/call.ts';
import type { CancelChoice } from '#shared/money/billing.ts';

/** Calls that change a subscription, or ask what that costs: one's own, or that of the team with this id. */

const RESUMED = { resumed: 'true' } as const;

const OWN = {
  checkout: () => call('POST /api/billing/checkout'),
  portal: () => call('POST /api/billing/portal'),
  resumption: () => call('GET /api/billing/quote', { query: RESUMED }),
  cancellation: () => call('GET /api/billing/cancellation'),
  cancel: (body: CancelChoice) => call('POST /api/billing/cancel', { body }),
  resume: () => call('POST /api/billing/resume'),
};

export type BillingCalls = typeof OWN;

export function billingCalls(team: string | undefined): BillingCalls {
  if (team === undefined) return OWN;
  const params = { id: team };
  return {
    checkout: () => call('POST /api/teams/{id}/billing/checkout', { params, body: {} }),
    portal: () => call('POST /api/teams/{id}/billing/portal', { params }),
    resumption: () => call('GET /api/teams/{id}/billing/quote', { params, query: RESUMED }),
    cancellation: () => call('GET /api/teams/{id}/billing/cancellation', { params }),
    cancel: (body) => call('POST /api/teams/{id}/billing/cancel', { params, body }),
    resume: () => call('POST /api/teams/{id}/billing/resume', { params }),
  };
}
