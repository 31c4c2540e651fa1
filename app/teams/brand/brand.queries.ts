import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { refreshTeam } from '#app/teams/team/teams.queries.ts';

const keyOf = (id: string) => [urlOf('GET /api/teams/{id}/brand', { params: { id } })] as const;

/** A form starts from what is stored now. */
export function useBrand(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => call('GET /api/teams/{id}/brand', { params: { id } }),
    gcTime: 0,
  });
}

/** Saves it; the team's own logo and color are among it. */
export function useChangeBrand(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/teams/{id}/brand'>) =>
      call('PUT /api/teams/{id}/brand', { params: { id }, body }),
    meta: { failure: { fallback: 'Failed to save the brand. Please try again.' } },
    onSuccess: () => refreshTeam(client, id),
  });
}
