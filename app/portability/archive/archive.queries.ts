import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { POLL_MS, useListCall, useUpload } from '#app/frame/api/long-work.ts';
import type { AccountImport } from '#shared/portability/archive.ts';

/** Calls of archives of accounts; the first element of each key is the URL (section 7). */

const ARCHIVES = 'GET /api/archive';
const listKey = [urlOf(ARCHIVES)] as const;

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

export const useUploadArchive = () =>
  useUpload<AccountImport>(
    listKey,
    urlOf('POST /api/archive'),
    'We couldn’t upload the archive. Please try again.',
  );

export const useStartArchive = (id: string) =>
  useListCall(
    listKey,
    () => call('POST /api/archive/{id}/start', { params: { id } }),
    'We couldn’t start the import. Please try again.',
  );

export const useDiscardArchive = (id: string) =>
  useListCall(
    listKey,
    () => call('POST /api/archive/{id}/cancel', { params: { id } }),
    'We couldn’t discard the archive. Please try again.',
  );
