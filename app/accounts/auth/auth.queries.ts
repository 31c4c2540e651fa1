import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { isAskedFirst } from '#app/frame/api/first-answers.ts';
import {
  hasWaitingContacts,
  hasWaitingDrafts,
  owesSignOut,
  recallUser,
  storeAccount,
} from '#app/frame/api/session.ts';
import { paths } from '#app/frame/paths.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import type { Account, User } from '#shared/accounts/account.ts';

const loadSignOut = () => import('./sign-out.ts');
const loadDeviceDrafts = () => import('#app/offline/drafts/device-drafts.ts');

/** Sends this account's waiting changes wherever it comes back, not only in the editor. */
export function sendWhatWaits(): void {
  if (hasWaitingDrafts())
    void loadDeviceDrafts().then(
      ({ sendAllWaiting }) => sendAllWaiting(),
      () => {},
    );
  if (hasWaitingContacts())
    void loadOnDevice().then(
      ({ sendWaitingContacts }) => sendWaitingContacts(),
      () => {},
    );
}

export const accountKey = [urlOf('GET /api/auth/me')] as const;

async function fetchAccount(): Promise<Account> {
  const account = await call('GET /api/auth/me');
  storeAccount(account);
  sendWhatWaits();
  return account;
}

/** After something that a notice is about: the account says what is due. */
export const refreshAccount = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: accountKey });

const ACCOUNT = { queryKey: accountKey, queryFn: fetchAccount };

/** The account as the server knows it, read again as `how` says: by itself it is only once something has changed it. */
export function useAccount(how?: { refetchOnMount: 'always' | true; refetchOnWindowFocus?: 'always' }) {
  return useQuery({ ...ACCOUNT, ...how });
}

/** The teams that the person is in. */
export const useMyTeams = () => useAccount().data?.due.teams ?? [];

/** Reads it before the first draw, if the document asked for it. */
export const prepareAccount = async (client: QueryClient): Promise<void> => {
  if (isAskedFirst(accountKey[0])) await client.prefetchQuery(ACCOUNT);
};

/** The signed-in user: the stored copy until the server has responded. Only below the shell, where there is one. */
export function useUser(): User | null {
  return useAccount().data?.user ?? recallUser();
}

/** Ends the session here and on the server, then leaves for the landing page, which needs the server. */
export function useSignOut() {
  // By the time it is pressed, there may be no network.
  useEffect(() => void loadSignOut().catch(() => {}), []);
  return useMutation({
    mutationFn: async () => (await loadSignOut()).leaveSession(),
    meta: { failure: { fallback: 'We couldn’t sign you out. Please try again.' } },
    onSuccess(isOut) {
      if (isOut && !owesSignOut()) window.location.assign(paths.home);
    },
  });
}
