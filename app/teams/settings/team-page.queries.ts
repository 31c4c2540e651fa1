import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import type { TeamPageSettings } from '#shared/teams/page.ts';

/** Calls about the public page of a team. */

const keyOf = (id: string) => [urlOf('GET /api/teams/{id}/page', { params: { id } })] as const;

export const useTeamPage = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: () => call('GET /api/teams/{id}/page', { params: { id } }),
    refetchOnMount: 'always',
  });

export function useChangePage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { isPublic: boolean }) => call('PUT /api/teams/{id}/page', { params: { id }, body }),
    meta: { failure: { fallback: 'We couldn’t change the page. Please try again.' } },
    onSuccess: (page: TeamPageSettings) => client.setQueryData(keyOf(id), page),
  });
}

export function useAgreeToPage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ cardId, isListed }: { cardId: string; isListed: boolean }) =>
      call('PUT /api/teams/{id}/page/cards/{cardId}', { params: { id, cardId }, body: { isListed } }),
    meta: { failure: { fallback: 'We couldn’t save this. Please try again.' } },
    onSuccess: (page: TeamPageSettings) => client.setQueryData(keyOf(id), page),
  });
}
