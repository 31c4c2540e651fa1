import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTeamHere } from '#app/accounts/auth/TeamChips.tsx';
import { accountHere } from '#app/frame/api/account-here.ts';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { toast } from '#ui/Toast.tsx';

/** Calls of saved filters; the first element of each key is the URL (section 7). */

const FILTERS = [urlOf('GET /api/contacts/filters')] as const;
type NewFilter = BodyOf<'POST /api/contacts/filters'>;

/** Members of a team have none. Those of a team are asked for once it is known that the person is in it. */
export function useFilters(refetchOnMount: 'always' | false = 'always') {
  const team = useTeamHere();
  return useQuery({
    queryKey: FILTERS,
    queryFn: () => call('GET /api/contacts/filters'),
    refetchOnMount,
    enabled: accountHere() ? !!team && team.role !== 'member' : true,
  });
}
/** Likewise, on a screen of which another part asks for them when it opens. */
export const useFiltersHere = () => useFilters(false);

export function useKeepFilter() {
  const client = useQueryClient();
  return useMutation({
    // Undo names the list that the view was in.
    mutationFn: ({ of, ...body }: NewFilter & { of?: { account: string | undefined } }) =>
      call('POST /api/contacts/filters', { body, ...(of && { query: of }) }),
    meta: { failure: { fallback: 'Failed to save the view. Please try again.' } },
    onSuccess({ name }) {
      toast({ title: 'View saved', description: `“${name}” is under Saved views.` });
      return client.invalidateQueries({ queryKey: FILTERS });
    },
  });
}

export function useDeleteFilter() {
  const client = useQueryClient();
  const keep = useKeepFilter();
  return useMutation({
    mutationFn: ({ id }: NewFilter & { id: string }) =>
      call('DELETE /api/contacts/filters/{id}', { params: { id } }),
    meta: { failure: { fallback: 'Failed to delete the view. Please try again.' } },
    onMutate: accountHere,
    onSuccess(_answer, { name, query }, account) {
      toast({
        title: 'View deleted',
        action: { label: 'Undo', onPress: () => keep.mutate({ name, query, of: { account } }) },
      });
      return client.invalidateQueries({ queryKey: FILTERS });
    },
  });
}
