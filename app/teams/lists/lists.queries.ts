import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { POLL_MS, useListCall, useUpload } from '#app/frame/api/long-work.ts';
import type { ListTarget, TeamList } from '#shared/teams/lists.ts';

/** Calls about the lists by which a team prepares cards. */

const keyOf = (id: string) => [urlOf('GET /api/teams/{id}/lists', { params: { id } })] as const;

const isMoving = ({ state }: TeamList): boolean => ['reading', 'running', 'undoing'].includes(state);
/** True until it has ended. */
export const isListOpen = (list: TeamList): boolean => isMoving(list) || list.state === 'ready';

/** The lists, newest first; asked again while one of them moves. The invites follow what is done. */
export function useTeamLists(id: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: () => call('GET /api/teams/{id}/lists', { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? POLL_MS : false),
  });
  const changed = query.data
    ?.map((list) => [list.id, list.progress.prepared, list.undo.removed].join())
    .join();
  const before = useRef(changed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== changed) {
      void client.invalidateQueries({
        queryKey: [urlOf('GET /api/teams/{id}/invites', { params: { id } })],
      });
    }
    before.current = changed;
  }, [changed, client, id]);
  return query;
}

export const useUploadList = (id: string) =>
  useUpload<TeamList>(
    keyOf(id),
    urlOf('POST /api/teams/{id}/lists', { params: { id } }),
    'We couldn’t upload the file. Please try again.',
  );

export const useMapList = (id: string, listId: string) =>
  useListCall(
    keyOf(id),
    (targets: ListTarget[]) =>
      call('PUT /api/teams/{id}/lists/{listId}/columns', { params: { id, listId }, body: { targets } }),
    'We couldn’t change the columns. Please try again.',
  );

export const useStartList = (id: string, listId: string) =>
  useListCall(
    keyOf(id),
    (role: 'admin' | 'member') =>
      call('POST /api/teams/{id}/lists/{listId}/start', { params: { id, listId }, body: { role } }),
    'We couldn’t prepare these cards. Please try again.',
  );

export const useCancelList = (id: string, listId: string) =>
  useListCall(
    keyOf(id),
    () => call('POST /api/teams/{id}/lists/{listId}/cancel', { params: { id, listId } }),
    'We couldn’t stop the list. Please try again.',
  );

export const useTakeListBack = (id: string, listId: string) =>
  useListCall(
    keyOf(id),
    () => call('POST /api/teams/{id}/lists/{listId}/undo', { params: { id, listId } }),
    'We couldn’t take the cards back. Please try again.',
  );
