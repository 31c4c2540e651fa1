import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { storeAccount } from '#app/frame/api/session.ts';
import { accountKey } from './auth.queries.ts';

/** The calls about email addresses that are not confirmed, or not the reader's. */

/** True if the server sends mail at all, which changes only when it restarts. */
export function useMailAbility() {
  return useQuery({
    queryKey: [urlOf('GET /api/auth/mail')],
    queryFn: () => call('GET /api/auth/mail'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const LINK_FAILED = 'We couldn’t send the email. Please try again.';

/** Mails a link that proves an address, which has an account, to be the reader's. */
export function useProveAddress() {
  return useMutation({
    mutationFn: (email: string) => call('POST /api/auth/prove-address', { body: { email } }),
    meta: { failure: { fallback: LINK_FAILED } },
  });
}

/** Mails a link that confirms the address of this account, or its next one. */
export function useConfirmAddress() {
  return useMutation({
    mutationFn: () => call('POST /api/account/confirmation'),
    meta: { failure: { fallback: LINK_FAILED } },
  });
}

/** Keeps the present address instead of the one that waits to be confirmed. */
export function useCancelNewAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/account/pending-email'),
    meta: { failure: { fallback: 'We couldn’t cancel the change. Please try again.' } },
    onSuccess(account) {
      client.setQueryData(accountKey, account);
      storeAccount(account);
    },
  });
}
