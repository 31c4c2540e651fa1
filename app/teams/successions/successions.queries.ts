import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';
import type { SuccessorChoice } from '#shared/teams/successor-choice.ts';

/** Calls about cards of a team that go from one person to another. */

/** How often the screen asks while people are on their way to a new holder. */
const MOVING_MS = 3_000;

export const useSuccessions = (id: string) => usePages('GET /api/teams/{id}/successions', {}, 50, { id });

/** Asks again by itself, as long as the list says that people are moving. */
export const useFollowMoving = (id: string, isMoving: boolean) => {
  const client = useQueryClient();
  useQuery({
    queryKey: ['moving people', id],
    queryFn: async () => {
      await refreshCards(client, id);
      return null;
    },
    enabled: isMoving,
    refetchInterval: MOVING_MS,
  });
};

/** Members to choose from, the first of them. */
export const useMembersToChoose = (id: string) => usePages('GET /api/teams/{id}/members', {}, 100, { id });

/** The cards of a team change in several lists at once. Not awaited: the line that began it goes with the first of them. */
export const refreshCards = (client: QueryClient, id: string) =>
  Promise.all(
    (
      [
        'GET /api/teams/{id}/successions',
        'GET /api/teams/{id}/invites',
        'GET /api/teams/{id}/members',
      ] as const
    ).map((route) => client.invalidateQueries({ queryKey: [urlOf(route, { params: { id } })] })),
  );

export function useHandCard(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ cardId, ...body }: SuccessorChoice & { cardId: string }) =>
      call('POST /api/teams/{id}/cards/{cardId}/succession', { params: { id, cardId }, body }),
    meta: { failure: { fallback: 'We couldn’t hand over the card. Please try again.' } },
    onSettled: () => void refreshCards(client, id),
  });
}

export function useUndoSuccession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cardId: string) =>
      call('DELETE /api/teams/{id}/cards/{cardId}/succession', { params: { id, cardId } }),
    meta: { failure: { fallback: 'We couldn’t put the card back. Please try again.' } },
    onSettled: () => void refreshCards(client, id),
  });
}
