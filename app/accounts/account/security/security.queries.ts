import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '#app/accounts/auth/auth.queries.ts';
import { withIdentity } from '#app/accounts/auth/proof/with-identity.ts';
import { CallError, call, urlOf } from '#app/frame/api/call.ts';
import type { Passkey, Security } from '#shared/accounts/identity.ts';
import { toast } from '#ui/Toast.tsx';

/** The calls about passkeys, two-step codes and whether there is a password. */

const securityKey = [urlOf('GET /api/account/security')] as const;

export const useSecurity = () =>
  useQuery({ queryKey: securityKey, queryFn: () => call('GET /api/account/security') });

export function useRefreshSecurity() {
  const client = useQueryClient();
  return () => refreshSecurity(client);
}

/** Once codes may have been turned on, which a team's notice asks for. */
export function useRefreshTwoStep() {
  const client = useQueryClient();
  return () => {
    void refreshSecurity(client);
    refreshAccount(client);
  };
}

const refreshSecurity = (client: QueryClient) => client.invalidateQueries({ queryKey: securityKey });

/** Has the browser make a passkey, after its user has proved who they are. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn() {
      const { beginPasskey, makePasskey } = await import('#app/accounts/auth/proof/passkey-browser.ts');
      const body = await makePasskey(await withIdentity(beginPasskey));
      return withIdentity(() => call('POST /api/account/passkeys', { body }));
    },
    meta: { failure: { fallback: 'We couldn’t create a passkey. Please try again.' } },
    onSuccess({ name }: Passkey) {
      toast({ title: 'Passkey added', description: `You can now sign in with “${name}”.` });
    },
    onSettled: () => refreshSecurity(client),
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      call('PATCH /api/account/passkeys/{id}', { params: { id }, body: { name } }),
    meta: { failure: { fallback: 'Failed to rename the passkey. Please try again.' } },
    onSettled: () => refreshSecurity(client),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Passkey) =>
      withIdentity(() => call('DELETE /api/account/passkeys/{id}', { params: { id } })),
    meta: { failure: { fallback: 'Failed to remove the passkey. Please try again.' } },
    onSuccess(_answer, { name }) {
      toast({
        title: 'Passkey removed',
        description: `“${name}” can’t be used anymore. You can delete it from your device, too.`,
      });
    },
    onSettled: () => refreshSecurity(client),
  });
}

export const useBeginTwoStep = () =>
  useMutation({
    mutationFn: () => withIdentity(() => call('POST /api/account/two-step')),
    meta: { failure: { fallback: 'Failed to set up codes. Please try again.' } },
  });

/** The settings learn of it when the dialog closes: at once, they would take the recovery codes off the screen. */
export const useTurnOnTwoStep = () =>
  useMutation({
    mutationFn: (code: string) => call('POST /api/account/two-step/confirm', { body: { code } }),
    meta: {
      failure: (_code, error) =>
        error instanceof CallError && error.fields.code
          ? null
          : { fallback: 'Failed to turn this on. Please try again.' },
    },
  });

export function useRenewRecoveryCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withIdentity(() => call('POST /api/account/two-step/recovery-codes')),
    meta: { failure: { fallback: 'Failed to create new codes. Please try again.' } },
    onSettled: () => refreshSecurity(client),
  });
}

/** Turns codes off, or asks for them again in every browser; the answer is the new state. */
export function useChangeTwoStep(
  route: 'DELETE /api/account/two-step' | 'DELETE /api/account/two-step/devices',
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Security> => withIdentity(() => call(route)),
    meta: { failure: { fallback: 'We couldn’t change this. Please try again.' } },
    onSuccess(security) {
      client.setQueryData(securityKey, security);
      refreshAccount(client);
      toast({ title: done });
    },
  });
}
