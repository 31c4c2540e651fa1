import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { browserHistory } from '#app/frame/navigation/history.ts';
import type { LinkedSignIn, SignInProvider } from '#shared/accounts/linked-sign-ins.ts';
import { toast } from '#ui/Toast.tsx';
import { withIdentity } from './proof/with-identity.ts';

const linkedKey = [urlOf('GET /api/auth/identities')] as const;

/** The providers the user signs in with, those that could be linked, and who waits to be linked. */
export const useLinkedSignIns = () =>
  useQuery({
    queryKey: linkedKey,
    queryFn: () => call('GET /api/auth/identities'),
    refetchOnMount: 'always',
  });

/** Leaves for the provider; it leads back to `next`. */
export const useStartLink = (next: string) =>
  useMutation({
    mutationFn: ({ name }: SignInProvider) =>
      withIdentity(() => call('POST /api/auth/identities', { body: { provider: name, next } })),
    meta: { failure: { fallback: 'We couldn’t link this provider. Please try again.' } },
    onSuccess: ({ url }) => browserHistory.leave(url),
  });

/** Links the person who came from a provider in this browser. */
export function useAcceptWaiting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withIdentity(() => call('POST /api/auth/identities/waiting', { body: {} })),
    meta: { failure: { fallback: 'We couldn’t link this sign-in. Please try again.' } },
    onSuccess: (linked) => client.setQueryData(linkedKey, linked),
  });
}

export function useRemoveSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: LinkedSignIn) =>
      withIdentity(() => call('DELETE /api/auth/identities/{id}', { params: { id } })),
    meta: { failure: { fallback: 'We couldn’t remove this sign-in. Please try again.' } },
    onSuccess(linked, { label }) {
      client.setQueryData(linkedKey, linked);
      toast({ title: `${label} removed` });
    },
  });
}
