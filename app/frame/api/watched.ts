import type { Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Options of a query that is read again whenever its component opens or is looked at again; but not while anything is
 * being saved, which the answer might not include yet.
 */
export const WATCHED = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  enabled: ({ state }: Pick<Query, 'state'>) => state.data === undefined || queryClient.isMutating() === 0,
};
