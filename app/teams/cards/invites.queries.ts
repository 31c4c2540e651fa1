import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';

/** Calls about the cards that a team prepares for people. */

export type PersonToInvite = BodyOf<'POST /api/teams/{id}/invites'>['people'][number];

export const useInvites = (id: string) => usePages('GET /api/teams/{id}/invites', {}, 50, { id });

/** The cards that the reader holds of the team whose screen this is. */
export const useHeldCards = () => usePages('GET /api/cards');

/** Saves a card as it was before the first change of a day. */
export const useRestoreVersion = (id: string) =>
  useMutation({
    mutationFn: (day: string) => call('POST /api/cards/{id}/versions/{day}', { params: { id, day } }),
    meta: { failure: { fallback: 'We couldn’t bring back this version. Please try again.' } },
  });

const refreshInvites = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: [urlOf('GET /api/teams/{id}/invites', { params: { id } })] });

export function usePrepareCards(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (people: PersonToInvite[]) =>
      call('POST /api/teams/{id}/invites', { params: { id }, body: { people } }),
    meta: { failure: { fallback: 'We couldn’t prepare these cards. Please try again.' } },
    onSuccess: () => refreshInvites(client, id),
  });
}

export function useRevokeInvite(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      call('DELETE /api/teams/{id}/invites/{inviteId}', { params: { id, inviteId } }),
    meta: { failure: { fallback: 'We couldn’t revoke the invite. Please try again.' } },
    onSettled: () => refreshInvites(client, id),
  });
}
