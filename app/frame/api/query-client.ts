import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastFailure } from '#ui/part-failed.ts';
import { accountFor } from './account-here.ts';
import {
  CallError,
  Cancelled,
  fixedMessageOf,
  fixedUnlessRefused,
  leaveEndedSession,
  leaveUnlessSignedIn,
  messageOf,
} from './call.ts';

/**
 * The toast when a mutation is refused, “Error” without a title: `always` is shown as it is; `unlessRefused` too, except
 * that a reason which no field would show is shown instead; `fallback` is for when the server gives no reason.
 */
export type Failure = { title?: string } & (
  | { fallback: string }
  | { always: string }
  | { unlessRefused: string }
);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Null: the form that asked shows it. */
      failure?: Failure | ((variables: unknown, error: Error) => Failure | null);
      /** Changes nothing that a screen shows, so what was read before is still so. */
      isDownload?: true;
    };
  }
}

const UNNAMED: Failure = { fallback: 'Something went wrong. Please try again.' };

function describeFailure(failure: Failure, error: Error): string {
  if ('always' in failure) return fixedMessageOf(error, failure.always);
  if ('unlessRefused' in failure) return fixedUnlessRefused(error, failure.unlessRefused);
  return messageOf(error, failure.fallback);
}

/**
 * The query defaults of section 7, and the one place where failed mutations are shown. `networkMode`: without it, a
 * call made offline waits silently for the network, and the user is told nothing.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      networkMode: 'always',
      queryKeyHashFn: (key) => hashKey([accountFor(key[0]), ...key]),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: leaveUnlessSignedIn }),
  mutationCache: new MutationCache({
    onError(error, variables, _context, mutation) {
      if (error instanceof Cancelled) return;
      // The screen itself shows a conflict, with what is stored now.
      if (leaveEndedSession(error) || (error instanceof CallError && error.current)) return;
      const words = mutation.meta?.failure ?? UNNAMED;
      const failure = typeof words === 'function' ? words(variables, error) : words;
      if (!failure) return;
      toastFailure({ title: failure.title ?? 'Error', description: describeFailure(failure, error) });
    },
  }),
});
