import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';
import type { GivenRole } from '#app/teams/team/roles.ts';
import { teamKey } from '#app/teams/team/teams.queries.ts';

/** Calls about the people in a team. */

/** Cards that go to somebody else as their holder leaves. */
export type CardsToHand = NonNullable<
  NonNullable<BodyOf<'DELETE /api/teams/{id}/members/{userId}'>>['cards']
>;

export const useTeamMembers = (id: string) => usePages('GET /api/teams/{id}/members', {}, 50, { id });

const refreshMembers = (client: QueryClient, id: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [urlOf('GET /api/teams/{id}/members', { params: { id } })] }),
    client.invalidateQueries({ queryKey: teamKey(id) }),
    client.invalidateQueries({ queryKey: [urlOf('GET /api/teams/{id}/leavers', { params: { id } })] }),
    client.invalidateQueries({ queryKey: accountKey }),
  ]);

export function useChangeMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: GivenRole }) =>
      call('PATCH /api/teams/{id}/members/{userId}', { params: { id, userId }, body: { role } }),
    meta: { failure: { fallback: 'Failed to change the role. Please try again.' } },
    onSettled: () => refreshMembers(client, id),
  });
}

/** Removes somebody, or leaves. */
export function useRemoveMember(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, cards }: { userId: string; cards: CardsToHand }) =>
      call('DELETE /api/teams/{id}/members/{userId}', { params: { id, userId }, body: { cards } }),
    meta: { failure: { fallback: 'We couldn’t remove this person. Please try again.' } },
    // Not awaited: whoever leaves is led away, and without the team its screen would be replaced before.
    onSuccess: () => void refreshMembers(client, id),
  });
}
