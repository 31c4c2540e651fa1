import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountHere } from '#app/frame/api/account-here.ts';
import { call, isServerAway } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import { keepContact, type NotedContact } from '#app/offline/waiting-contacts.ts';
import { latestKey, summaryKey } from './contacts.queries.ts';

/** Adds a contact; resolves to null if the server is out of reach and the contact waits on this device instead. */
export function useAddContact() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(body: NotedContact) {
      try {
        return await call('POST /api/contacts', { body });
      } catch (error) {
        if (isServerAway(error) && !accountHere() && (await keepContact(body))) return null;
        throw error;
      }
    },
    meta: { failure: { title: 'Error', fallback: 'Failed to add the contact. Please try again.' } },
    onSuccess(added) {
      if (!added) return;
      for (const queryKey of [pagesKey('GET /api/contacts/people'), latestKey, summaryKey]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
