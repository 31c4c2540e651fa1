import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putInList } from './put-in-list.ts';
import { sendFile } from './upload.ts';

/** Until a list with work that moves is asked for again. */
export const POLL_MS = 1_000;

/** Sends the file that work begins with, and knows how much of it has been sent. */
export function useUpload<Row extends { id: string }>(listKey: QueryKey, address: string, fallback: string) {
  const client = useQueryClient();
  const [fraction, setFraction] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => sendFile<Row>(address, { file, name: file.name, onProgress: setFraction }),
    meta: { failure: { fallback } },
    onMutate: () => setFraction(0),
    onSuccess: (made) => putInList(client, listKey, made),
    // Another device, or somebody else who runs the team, may have begun one.
    onError: () => void client.invalidateQueries({ queryKey: listKey }),
  });
  return { send: mutate, isUploading: isPending, fraction };
}

/** A call that answers with a row of the list as it is then. */
export function useListCall<Row extends { id: string }, Variables = void>(
  listKey: QueryKey,
  run: (variables: Variables) => Promise<Row>,
  fallback: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { failure: { fallback } },
    onSuccess: (changed) => putInList(client, listKey, changed),
  });
}
