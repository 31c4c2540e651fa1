import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { call, urlOf } from '#app/frame/api/call.ts';
import type { Billing, OpenInvoiceChoice } from '#shared/money/billing.ts';

const billingKey = [urlOf('GET /api/billing')] as const;

/**
 * The subscription status. A customer who returns from the payment provider may be here before its event: then the
 * provider is queried, and the account, which depends on it, is reloaded.
 */
export function useBilling(isBack: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: billingKey,
    queryFn: async () => {
      if (!isBack) return call('GET /api/billing');
      const billing = await call('POST /api/billing/refresh');
      void client.invalidateQueries({ queryKey: accountKey });
      return billing;
    },
    refetchOnMount: 'always',
  });
}

const leaveFor = ({ url }: { url: string }) => window.location.assign(url);

/** Opens the provider's checkout. If that fails, another tab may have been faster, so the status is reloaded. */
export function useCheckout() {
  const client = useQueryClient();
  return useMutation({
    onError: () => void client.invalidateQueries({ queryKey: billingKey }),
    mutationFn: () => call('POST /api/billing/checkout'),
    meta: { failure: { title: 'Error', fallback: 'We couldn’t open the checkout. Please try again.' } },
    onSuccess: leaveFor,
  });
}

/** Opens the provider's portal. */
export function usePortal() {
  return useMutation({
    mutationFn: () => call('POST /api/billing/portal'),
    meta: { failure: { title: 'Error', fallback: 'We couldn’t open the payment portal. Please try again.' } },
    onSuccess: leaveFor,
  });
}

/** The price after resuming: the provider calculates the next bill, with the cards added or deleted meanwhile. */
export function useResumption() {
  return useQuery({
    queryKey: [urlOf('GET /api/billing/quote'), 'resumed'],
    queryFn: () => call('GET /api/billing/quote', { query: { resumed: 'true' } }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

const cancellationKey = [urlOf('GET /api/billing/cancellation')] as const;

/** The charge for cancelling now; asked from the provider each time, since it changes by itself. */
export function useCancellation() {
  return useQuery({
    queryKey: cancellationKey,
    queryFn: () => call('GET /api/billing/cancellation'),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** Cancels at the end of the period, or at once if an open invoice is dropped. */
export const useCancel = () =>
  useRenewal((openInvoice?: OpenInvoiceChoice) =>
    call('POST /api/billing/cancel', { body: openInvoice ? { openInvoice } : {} }),
  );

/** Takes a cancellation back. */
export const useResume = () => useRenewal(() => call('POST /api/billing/resume'));

function useRenewal<Choice = void>(change: (choice: Choice) => Promise<Billing>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: {
      failure: { title: 'Error', fallback: 'We couldn’t update your subscription. Please try again.' },
    },
    onSuccess(billing: Billing) {
      client.setQueryData(billingKey, billing);
      void client.invalidateQueries({ queryKey: accountKey });
    },
    onError() {
      void client.invalidateQueries({ queryKey: billingKey });
      void client.invalidateQueries({ queryKey: cancellationKey });
    },
  });
}
