import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetUser, recallUser } from '#app/auth/session.ts';
import { toast } from '#ui/Toast.tsx';
import { CallError, messageOf } from './call.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Words of the toast when a mutation fails: `always` the same, or `fallback` where the server says nothing. */
    mutationMeta: { failure?: { title: string } & ({ fallback: string } | { always: string }) };
  }
}

const UNNAMED = { title: 'Error', fallback: 'That did not work. Please try again.' };

const isSignedOut = (error: Error) => error instanceof CallError && error.status === 401;

/**
 * The query defaults of section 7, and the one place where failed mutations are shown. `networkMode`: without it a call on
 * a dead network waits in silence for a better one, and nobody is told.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && forgetUser() }),
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      // A session that ended elsewhere; at sign-in the same answer means a wrong password, and nobody is stored.
      if (isSignedOut(error) && recallUser()) forgetUser();
      const failure = mutation.meta?.failure ?? UNNAMED;
      const description = 'always' in failure ? failure.always : messageOf(error, failure.fallback);
      toast({ title: failure.title, description, isError: true });
    },
  }),
});
