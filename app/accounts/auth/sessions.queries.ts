import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/frame/api/call.ts';
import { pagesKey, usePages } from '#app/frame/api/pages.ts';
import type { Session } from '#shared/accounts/auth.ts';
import { toast } from '#ui/Toast.tsx';

const SESSIONS = 'GET /api/account/sessions';

/** Where the user is signed in; refetched whenever the settings open. */
export const useSessions = () => usePages(SESSIONS);

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/account/sessions'),
    meta: { failure: { fallback: 'Failed to end the other sessions. Please try again.' } },
    onSuccess() {
      toast({ title: 'Signed out everywhere else', description: 'This is your only session now.' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey(SESSIONS) }),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Session) => call('DELETE /api/account/sessions/{id}', { params: { id } }),
    meta: { failure: { fallback: 'Failed to end the session. Please try again.' } },
    onSuccess(_answer, { device }) {
      toast({ title: 'Session ended', description: `${device} is signed out.` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey(SESSIONS) }),
  });
}
