import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '#app/accounts/auth/auth.queries.ts';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { toast } from '#ui/Toast.tsx';

/** Calls about the event at which the owner meets people. */

const EVENT = [urlOf('GET /api/contacts/event')] as const;

export const useEvent = () =>
  useQuery({ queryKey: EVENT, queryFn: () => call('GET /api/contacts/event'), refetchOnMount: 'always' });

export function useStartEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/contacts/event'>) => call('PUT /api/contacts/event', { body }),
    meta: { failure: { fallback: 'Failed to save the event. Please try again.' } },
    onSuccess(current) {
      client.setQueryData(EVENT, current);
      refreshAccount(client);
    },
  });
}

export function useEndEvent() {
  const client = useQueryClient();
  const start = useStartEvent();
  return useMutation({
    mutationFn: (_event: BodyOf<'PUT /api/contacts/event'>) => call('DELETE /api/contacts/event'),
    meta: { failure: { fallback: 'Failed to end the event. Please try again.' } },
    onSuccess(current, event) {
      client.setQueryData(EVENT, current);
      refreshAccount(client);
      toast({ title: 'Event ended', action: { label: 'Undo', onPress: () => start.mutate(event) } });
    },
  });
}
