import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, findFile, urlOf } from '#app/frame/api/call.ts';
import { POLL_MS, useListCall, useUpload } from '#app/frame/api/long-work.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { listsChanged } from '#app/people/contacts/contacts.queries.ts';
import type { ContactImport, DateOrder, DuplicateChoice } from '#shared/people/import.ts';
import type { ImportTarget } from '#shared/people/import-targets.ts';

/** Calls of imports; the first element of each key is the URL (section 7). */

const IMPORTS = 'GET /api/import';
const listKey = [urlOf(IMPORTS)] as const;

const hasPhotosToCome = ({ state, photos }: ContactImport): boolean =>
  state === 'done' && photos.done + photos.leftOut < photos.wanted && !photos.note;
export const isImportMoving = (one: ContactImport): boolean =>
  ['reading', 'running', 'undoing'].includes(one.state) || hasPhotosToCome(one);
export const isOpen = ({ state }: ContactImport): boolean =>
  ['reading', 'ready', 'running', 'undoing'].includes(state);

/** The imports, newest first; asked again while one of them moves. The lists of contacts follow what is done. */
export function useImports() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: listKey,
    queryFn: () => call(IMPORTS),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isImportMoving) ? POLL_MS : false),
  });
  const changed = query.data
    ?.map(({ id, state, progress, photos, undo }) =>
      [id, state, progress.done, photos.done, undo.removed].join(),
    )
    .join();
  const before = useRef(changed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== changed) listsChanged(client);
    before.current = changed;
  }, [changed, client]);
  return query;
}

export const useUploadContacts = () =>
  useUpload<ContactImport>(
    listKey,
    urlOf('POST /api/import'),
    'We couldn’t upload the file. Please try again.',
  );

export const useMapColumns = (id: string) =>
  useListCall(
    listKey,
    (body: { targets: ImportTarget[]; dateOrders: (DateOrder | null)[] }) =>
      call('PUT /api/import/{id}/columns', { params: { id }, body }),
    'We couldn’t change the columns. Please try again.',
  );

export const useStartImport = (id: string) =>
  useListCall(
    listKey,
    (body: { duplicates: DuplicateChoice; tags: string[] }) =>
      call('POST /api/import/{id}/start', { params: { id }, body }),
    'We couldn’t start the import. Please try again.',
  );

export const useCancelImport = (id: string) =>
  useListCall(
    listKey,
    () => call('POST /api/import/{id}/cancel', { params: { id } }),
    'We couldn’t stop the import. Please try again.',
  );

export const useUndoImport = (id: string) =>
  useListCall(
    listKey,
    () => call('POST /api/import/{id}/undo', { params: { id } }),
    'We couldn’t undo the import. Please try again.',
  );

export function useSaveProblems(id: string) {
  return useMutation({
    mutationFn: () => findFile('GET /api/import/{id}/problems', { params: { id } }),
    meta: {
      isDownload: true,
      failure: { fallback: 'We couldn’t create the list of problems. Please try again.' },
    },
    onSuccess: (address) => saveFrom(address, 'import-problems.csv'),
  });
}
