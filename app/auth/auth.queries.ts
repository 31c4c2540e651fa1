import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/api/call.ts';
import { clearUser, recallUser, rememberUser } from '#app/api/session.ts';
import { paths } from '#app/paths.ts';
import type { Account, User } from '#shared/account.ts';

export const accountKey = [urlOf('GET /api/auth/me')] as const;

async function fetchAccount(): Promise<Account> {
  const account = await call('GET /api/auth/me');
  rememberUser(account.user);
  return account;
}

/** The account as the server knows it. */
export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: fetchAccount });
}

/** The same, refetched whenever the component that shows it opens. */
export function useFreshAccount() {
  return useQuery({ queryKey: accountKey, queryFn: fetchAccount, refetchOnMount: 'always' });
}

/** The signed-in user: the stored copy until the server has responded. Only below the shell, where there is one. */
export function useUser(): User | null {
  return useAccount().data?.user ?? recallUser();
}

/** Signs in or registers; the response becomes the account of this session. */
export function useEnter<Body>(
  enter: (body: Body) => Promise<Account>,
  failure: { title: string; fallback: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: enter,
    meta: { failure },
    onSuccess(account) {
      client.clear();
      client.setQueryData(accountKey, account);
      rememberUser(account.user);
    },
  });
}

/** Ends the session here and on the server, then leaves for the landing page. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call('POST /api/auth/logout'),
    meta: { failure: { title: 'Error', fallback: 'We couldn’t sign you out. Please try again.' } },
    onSuccess() {
      clearUser({ isChosen: true });
      window.location.assign(paths.home);
    },
  });
}
