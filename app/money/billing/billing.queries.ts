import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import type { Billing, CancelChoice } from '#shared/money/billing.ts';
import { billingKeyOf, useBilledTeam } from './billed-team.ts';
import { type BillingCalls, billingCalls } from './billing-calls.ts';

/** The subscription that a screen is about: one's own, or that of `BilledTeam`. */
function useSubscription() {
  const team = useBilledTeam();
  const client = useQueryClient();
  const key = billingKeyOf(team);
  return {
    calls: billingCalls(team),
    key,
    client,
    reload: () => void client.invalidateQueries({ queryKey: key }),
    /** One's own account depends on one's own subscription. */
    reloadAccount: () => team === undefined && void client.invalidateQueries({ queryKey: accountKey }),
  };
}

export const leaveFor = ({ url }: { url: string }) => window.location.assign(url);

/** Opens the provider's checkout. If that fails, another tab may have been faster, so the status is reloaded. */
export function useCheckout() {
  const { calls, reload } = useSubscription();
  return useMutation({
    onError: reload,
    mutationFn: () => calls.checkout(),
    meta: { failure: { fallback: 'We couldn’t open the checkout. Please try again.' } },
    onSuccess: leaveFor,
  });
}

/** Opens the provider's portal. */
export function usePortal() {
  const { calls } = useSubscription();
  return useMutation({
    mutationFn: () => calls.portal(),
    meta: { failure: { fallback: 'We couldn’t open the payment portal. Please try again.' } },
    onSuccess: leaveFor,
  });
}

/** The price after resuming: the provider calculates the next bill, with the cards added or deleted meanwhile. */
export function useResumption() {
  const { calls, key } = useSubscription();
  return useQuery({
    queryKey: [`${key[0]}/quote`, 'resumed'],
    queryFn: calls.resumption,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

const cancellationKeyOf = ([url]: readonly [string]) => [`${url}/cancellation`] as const;

/** The charge for cancelling now; asked from the provider each time, since it changes by itself. */
export function useCancellation() {
  const { calls, key } = useSubscription();
  return useQuery({
    queryKey: cancellationKeyOf(key),
    queryFn: calls.cancellation,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** Cancels at the end of the period, or at once if an open invoice is dropped. */
export const useCancel = () => useRenewal((calls, choice: CancelChoice) => calls.cancel(choice));

/** Takes a cancellation back. */
export const useResume = () => useRenewal((calls) => calls.resume());

/** A change that answers with the subscription as it is then. */
export function useRenewal<Choice = void>(change: (calls: BillingCalls, choice: Choice) => Promise<Billing>) {
  const { calls, key, client, reload, reloadAccount } = useSubscription();
  return useMutation({
    mutationFn: (choice: Choice) => change(calls, choice),
    meta: { failure: { fallback: 'We couldn’t update your subscription. Please try again.' } },
    onSuccess(billing: Billing) {
      client.setQueryData(key, billing);
      reloadAccount();
    },
    onError() {
      reload();
      void client.invalidateQueries({ queryKey: cancellationKeyOf(key) });
    },
  });
}
