import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { call, urlOf } from '#app/frame/api/call.ts';

export const ownBillingKey = [urlOf('GET /api/billing')] as const;

/**
 * The status of one's own subscription. A customer who returns from the payment provider may be here before its event:
 * then the provider is queried, and the account, which depends on it, is reloaded.
 */
export function useBilling(isBack: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ownBillingKey,
    queryFn: async () => {
      if (!isBack) return call('GET /api/billing');
      const billing = await call('POST /api/billing/refresh');
      void client.invalidateQueries({ queryKey: accountKey });
      return billing;
    },
    refetchOnMount: 'always',
  });
}
