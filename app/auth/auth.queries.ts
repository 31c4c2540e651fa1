import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/api/call.ts';
import { oweSignOut, owesSignOut, settleSignOut } from '#app/api/owed-sign-out.ts';
import {
  clearUser,
  hasWaitingContacts,
  hasWaitingDrafts,
  recallUser,
  rememberUser,
} from '#app/api/session.ts';
import { hasCopies } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import { paths } from '#app/paths.ts';
import type { Account, User } from '#shared/account.ts';

const loadDeviceDrafts = () => import('#app/drafts/device-drafts.ts');

/** What waits for this account is sent wherever it comes back, not only in the editor. */
function sendWaiting(): void {
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
  rememberUser(account.user);
  sendWaiting();
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

/** Signs in or registers; the response becomes the account of this session. Null means that nobody has entered yet. */
export function useEnter<Body>(
  enter: (body: Body) => Promise<Account | null>,
  failure: { title: string; fallback: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: enter,
    meta: { failure },
    onSuccess(account) {
      if (!account) return;
      client.clear();
      client.setQueryData(accountKey, account);
      rememberUser(account.user);
      sendWaiting();
    },
  });
}

/** How long a sign-out waits for the server before it goes on without it. */
const WAIT_MS = 3_000;
const soon = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);

/**
 * Wipes this device and ends the session; without a network, the server hears of it before it hears anything else.
 * Resolves to false if the user would rather stay.
 */
export async function signOut(): Promise<boolean> {
  // Without a network, a tab that keeps nothing itself may not be able to load it: the next start wipes what is left.
  const onDevice = hasWaitingContacts() || hasCopies() ? await loadOnDevice().catch(() => null) : null;
  if (onDevice && !(await onDevice.askBeforeSignOut())) return false;
  // Drafts that cannot be sent stay: nobody but this account can read them.
  if (hasWaitingDrafts()) {
    await soon(
      loadDeviceDrafts()
        .then(({ sendAllWaiting }) => sendAllWaiting())
        .catch(() => {}),
    );
  }
  const isOwed = oweSignOut();
  if (!isOwed) await call('POST /api/auth/logout');
  // Before the page is left, which would stop it.
  await onDevice?.wipeAll();
  clearUser({ isChosen: true });
  if (isOwed) await soon(settleSignOut().catch(() => {}));
  return true;
}

/** Ends the session here and on the server, then leaves for the landing page, which needs the server. */
export function useSignOut() {
  return useMutation({
    mutationFn: signOut,
    meta: { failure: { title: 'Error', fallback: 'We couldn’t sign you out. Please try again.' } },
    onSuccess(isOut) {
      if (isOut && !owesSignOut()) window.location.assign(paths.home);
    },
  });
}
