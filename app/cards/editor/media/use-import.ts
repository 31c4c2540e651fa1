import { useMutation } from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { CallError, Cancelled, call, messageOf } from '#app/frame/api/call.ts';
import { toast } from '#ui/Toast.tsx';
import { UploadsUnderWay } from './uploads-under-way.ts';

const FAILURE = { title: 'Upload failed', fallback: 'Failed to upload files. Please try again.' };

/** Copies the image at a web address to our server: public cards load nothing from elsewhere. */
export function useImport(onImported: (url: string) => void) {
  const underWay = useContext(UploadsUnderWay);
  /** Counts the choices of the slot: an answer to an earlier one is not shown. */
  const turn = useRef(0);
  const { mutate, reset, isPending, error, variables } = useMutation({
    async mutationFn(url: string) {
      underWay.current += 1;
      turn.current += 1;
      const mine = turn.current;
      try {
        return await call('POST /api/media/import', { body: { url } }).finally(() => {
          if (mine !== turn.current) throw new Cancelled();
        });
      } finally {
        underWay.current -= 1;
      }
    },
    meta: { failure: FAILURE },
    onSuccess({ url }) {
      onImported(url);
      toast({ title: 'Upload successful', description: '1 file uploaded.' });
    },
  });
  const field = error instanceof CallError ? error.fields.url : undefined;
  return {
    start: mutate,
    clear() {
      turn.current += 1;
      reset();
    },
    isPending,
    /** The address that is being fetched, or that failed. */
    address: isPending || error ? variables : undefined,
    error: error ? (field ?? messageOf(error, FAILURE.fallback)) : undefined,
  };
}
