import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { putInList } from '#app/frame/api/put-in-list.ts';
import { sendFile } from '#app/frame/api/upload.ts';
import type { ListTarget, TeamList } from '#shared/teams/lists.ts';

/** Calls about the lists by which a team prepares cards. */

const keyOf = (id: string) => [urlOf('GET /api/teams/{id}/lists', { params: { id } })] as const;
const POLL_MS = 1_000;

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

export function useUploadList(id: string, onProgress: (fraction: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      sendFile<TeamList>(urlOf('POST /api/teams/{id}/lists', { params: { id } }), {
        file,
        name: file.name,
        onProgress,
      }),
    meta: { failure: { fallback: 'We couldn’t upload the file. Please try again.' } },
    onSuccess: (made) => putInList(client, keyOf(id), made),
    // Somebody else who runs the team may have begun one.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

/** A call that answers with the list as it is then. */
function useListCall<Variables>(
  id: string,
  run: (variables: Variables) => Promise<TeamList>,
  fallback: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { failure: { fallback } },
    onSuccess: (changed) => putInList(client, keyOf(id), changed),
  });
}

export const useMapList = (id: string, listId: string) =>
  useListCall(
    id,
    (targets: ListTarget[]) =>
      call('PUT /api/teams/{id}/lists/{listId}/columns', { params: { id, listId }, body: { targets } }),
    'We couldn’t change the columns. Please try again.',
  );

export const useStartList = (id: string, listId: string) =>
  useListCall(
    id,
    (role: 'admin' | 'member') =>
      call('POST /api/teams/{id}/lists/{listId}/start', { params: { id, listId }, body: { role } }),
    'We couldn’t prepare these cards. Please try again.',
  );

export const useCancelList = (id: string, listId: string) =>
  useListCall(
    id,
    () => call('POST /api/teams/{id}/lists/{listId}/cancel', { params: { id, listId } }),
    'We couldn’t stop the list. Please try again.',
  );

export const useTakeListBack = (id: string, listId: string) =>
  useListCall(
    id,
    () => call('POST /api/teams/{id}/lists/{listId}/undo', { params: { id, listId } }),
    'We couldn’t take the cards back. Please try again.',
  );
