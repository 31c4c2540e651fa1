import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call } from '#app/frame/api/call.ts';
import { billingKeyOf } from '#app/money/billing/billed-team.ts';
import { leaveFor, useRenewal } from '#app/money/billing/billing.queries.ts';

/**
 * The subscription of a team, for its owner. `isBack`: from the payment provider, whose event may still be on its way, so
 * that it is asked.
 */
export function useTeamBilling(id: string, { isBack = false, enabled = true } = {}) {
  const params = { id };
  return useQuery({
    queryKey: billingKeyOf(id),
    queryFn: () =>
      isBack
        ? call('POST /api/teams/{id}/billing/refresh', { params })
        : call('GET /api/teams/{id}/billing', { params }),
    refetchOnMount: 'always',
    enabled,
  });
}

/** Opens a checkout that is due today, whatever is left of the free days. */
export function useCheckoutNow(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('POST /api/teams/{id}/billing/checkout', { params: { id }, body: { trial: 'end' } }),
    meta: { failure: { fallback: 'We couldn’t open the checkout. Please try again.' } },
    onSuccess: leaveFor,
    onError: () => void client.invalidateQueries({ queryKey: billingKeyOf(id) }),
  });
}

/** Pays the first month of a subscription now, for so many claimed cards. */
export const useEndTrial = (id: string) =>
  useRenewal((_calls, cards: number) =>
    call('POST /api/teams/{id}/billing/end-trial', { params: { id }, body: { cards } }),
  );

/** The reference on invoices, and the address they go to besides the owner's. */
export function useChangeDetails(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/teams/{id}/billing/details'>) =>
      call('PUT /api/teams/{id}/billing/details', { params: { id }, body }),
    meta: { failure: { fallback: 'Failed to save the details. Please try again.' } },
    onSuccess: (billing) => client.setQueryData(billingKeyOf(id), billing),
  });
}
