import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';

/** Calls about people who left a team. */

export const useLeavers = (id: string, enabled: boolean) =>
  usePages('GET /api/teams/{id}/leavers', {}, 50, { id }, enabled);

/** The cards that somebody would leave behind. */
export function useHeldBy(id: string, userId: string) {
  const params = { id, userId };
  return useQuery({
    queryKey: [urlOf('GET /api/teams/{id}/members/{userId}/cards', { params })],
    queryFn: () => call('GET /api/teams/{id}/members/{userId}/cards', { params }),
    refetchOnMount: 'always',
  });
}

export function useBringBack(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call('POST /api/teams/{id}/leavers/{userId}', { params: { id, userId } }),
    meta: { failure: { fallback: 'We couldn’t bring them back. Please try again.' } },
    // Not awaited: the line of who is back goes with the first list.
    onSettled: () =>
      void Promise.all(
        (['GET /api/teams/{id}/leavers', 'GET /api/teams/{id}/members', 'GET /api/teams/{id}'] as const).map(
          (route) => client.invalidateQueries({ queryKey: [urlOf(route, { params: { id } })] }),
        ),
      ),
  });
}

const askingKey = [urlOf('GET /api/teams/asking')];

/** Teams that ask the reader to come back. */
export const useAskingTeams = () =>
  useQuery({ queryKey: askingKey, queryFn: () => call('GET /api/teams/asking'), refetchOnMount: 'always' });

export function useAcceptReturn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/teams/{id}/return', { params: { id } }),
    meta: { failure: { fallback: 'We couldn’t bring you back. Please try again.' } },
    // Not awaited: the banner goes with the first of them.
    onSettled: () =>
      void Promise.all([
        client.invalidateQueries({ queryKey: askingKey }),
        client.invalidateQueries({ queryKey: [urlOf('GET /api/teams')] }),
        client.invalidateQueries({ queryKey: accountKey }),
      ]),
  });
}
