import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { withIdentity } from '#app/accounts/auth/proof/with-identity.ts';
import { askWhy } from '#app/frame/api/ask-why.ts';
import { type BodyOf, call, callUrl, findFile } from '#app/frame/api/call.ts';
import { clearUser, storeAccount } from '#app/frame/api/session.ts';
import { browserHistory } from '#app/frame/navigation/history.ts';
import { paths } from '#app/frame/paths.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { hasCopies } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import type { Account, Settings } from '#shared/accounts/account.ts';
import { accountFileName } from '#shared/formats/file-names.ts';

/** The calls of the account's settings; the first element of each key is the URL (section 7). */

const CHANGE = ['change account'] as const;

type Changes = BodyOf<'PATCH /api/account'>;
const changeAccount = (body: Changes) => withIdentity(() => call('PATCH /api/account', { body }));

/** Accepts the server's response, unless another change is being saved that it does not include yet. */
function acceptAccount(client: QueryClient, account: Account): void {
  if (client.isMutating({ mutationKey: CHANGE }) > 1) return;
  client.setQueryData(accountKey, account);
  storeAccount(account);
}

function showSettings(client: QueryClient, changes: Partial<Settings>): void {
  client.setQueryData<Account>(
    accountKey,
    (account) => account && { ...account, settings: { ...account.settings, ...changes } },
  );
}

/** Saves a setting; the screen shows it at once and reverts it if the server refuses. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: CHANGE[0] },
    mutationFn: (changes: Partial<Settings>) => changeAccount(changes),
    meta: { failure: { fallback: 'Failed to save this setting. Please try again.' } },
    async onMutate(changes) {
      const settings = client.getQueryData<Account>(accountKey)?.settings;
      showSettings(client, changes);
      // A fetch that is ended puts back what was there when it began.
      await client.cancelQueries({ queryKey: accountKey });
      showSettings(client, changes);
      return settings && Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes));
    },
    onError(_error, _changes, before) {
      if (before) showSettings(client, before);
      // Before it, a change may have been shown that was refused, too.
      void client.invalidateQueries({ queryKey: accountKey });
    },
    onSuccess: (account) => acceptAccount(client, account),
  });
}

/** Saves a form: the user's details, or their password. */
export function useChangeAccount(failure: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE,
    mutationFn: changeAccount,
    meta: { failure: { fallback: failure } },
    onSuccess: (account) => acceptAccount(client, account),
  });
}

/**
 * The browser writes the zip to disk while it arrives, however large; first its owner is asked who they are. `team`: the id of the
 * team whose archive it is, instead of one's own.
 */
export function useExportEverything(team?: string) {
  return useMutation({
    async mutationFn() {
      await withIdentity(() => call('POST /api/account/confirm', { body: {} }));
      const asked = ['GET /api/account/export', { query: { account: team } }] as const;
      return findFile(...asked).catch((error) => askWhy(callUrl(...asked), error));
    },
    meta: {
      isDownload: true,
      failure: { title: 'Export Failed', fallback: 'Unable to export your data. Please try again.' },
    },
    onSuccess: (address) => saveFrom(address, accountFileName(new Date())),
  });
}

/** Deletes the account for good, and what this device kept of it. */
export async function endAccount(body: BodyOf<'DELETE /api/account'>): Promise<void> {
  const onDevice = hasCopies() ? await loadOnDevice() : null;
  await withIdentity(() => call('DELETE /api/account', { body }));
  // Before the page is left, which would stop it.
  await onDevice?.wipeAll();
}

/** Deletes the account for good, then leaves for the landing page. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: endAccount,
    meta: { failure: { fallback: 'Failed to delete your account. Please try again.' } },
    onSuccess() {
      clearUser({ isChosen: true });
      browserHistory.leave(paths.home);
    },
  });
}
