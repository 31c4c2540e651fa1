import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { putInList } from '#app/frame/api/put-in-list.ts';
import { sendFile } from '#app/frame/api/upload.ts';
import type { AccountImport } from '#shared/portability/archive.ts';

/** Calls of archives of accounts; the first element of each key is the URL (section 7). */

const ARCHIVES = 'GET /api/archive';
const listKey = [urlOf(ARCHIVES)] as const;
const POLL_MS = 1_000;

export const isArchiveMoving = ({ state, contacts }: AccountImport): boolean =>
  state === 'reading' || state === 'running' || contacts?.isOver === false;

/** The archives, newest first; asked again while one of them moves. Everything else follows what is done. */
export function useArchives() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: listKey,
    queryFn: () => call(ARCHIVES),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isArchiveMoving) ? POLL_MS : false),
  });
  const changed = query.data
    ?.map(({ id, cards, contacts, state }) => [id, cards.length, contacts?.done, state].join())
    .join();
  const before = useRef<{ changed: string | undefined; wasMoving: boolean }>({
    changed: undefined,
    wasMoving: false,
  });
  const isAnyMoving = query.data?.some(isArchiveMoving) ?? false;
  useEffect(() => {
    const { changed: last, wasMoving } = before.current;
    if (last !== undefined && last !== changed && wasMoving) refreshAll(client);
    before.current = { changed, wasMoving: isAnyMoving };
  }, [changed, isAnyMoving, client]);
  return query;
}

/** Cards, contacts, figures and storage: an archive may change all of them. */
function refreshAll(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== listKey[0] });
}

export function useUploadArchive(onProgress: (fraction: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      sendFile<AccountImport>(urlOf('POST /api/archive'), { file, name: file.name, onProgress }),
    meta: { failure: { fallback: 'We couldn’t upload the archive. Please try again.' } },
    onSuccess: (made) => putInList(client, listKey, made),
    // Another device may have begun one.
    onError: () => void client.invalidateQueries({ queryKey: listKey }),
  });
}

export function useStartArchive(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/archive/{id}/start', { params: { id } }),
    meta: { failure: { fallback: 'We couldn’t start the import. Please try again.' } },
    onSuccess: (changed) => putInList(client, listKey, changed),
  });
}

export function useDiscardArchive(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/archive/{id}/cancel', { params: { id } }),
    meta: { failure: { fallback: 'We couldn’t discard the archive. Please try again.' } },
    onSuccess: (changed) => putInList(client, listKey, changed),
  });
}
