import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { accountHere } from '#app/frame/api/account-here.ts';
import { CallError, call, isServerAway } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import { newDraftId } from '#app/offline/drafts/draft-id.ts';
import { keepContact, type NotedContact } from '#app/offline/waiting-contacts.ts';
import { latestKey, summaryKey } from './contacts.queries.ts';

/** A contact as its form has it. */
type Typed = Omit<NotedContact, 'key' | 'metAt'>;

/**
 * Adds a contact; resolves to null if the server is out of reach and the contact waits on this device instead. A press
 * after a lost answer sends the key and the moment of the first one, so that nobody is added twice.
 */
export function useAddContact() {
  const client = useQueryClient();
  const press = useRef({ key: '', metAt: '', words: '', isAnswered: false });
  const refresh = () => {
    for (const queryKey of [pagesKey('GET /api/contacts/people'), latestKey, summaryKey]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  return useMutation({
    async mutationFn(typed: Typed) {
      const words = JSON.stringify(typed);
      const { key, isAnswered, words: before } = press.current;
      if (!key || (isAnswered && words !== before))
        press.current = { ...press.current, key: newDraftId(), metAt: new Date().toISOString() };
      press.current = { ...press.current, words, isAnswered: false };
      const body: NotedContact = { ...typed, key: press.current.key, metAt: press.current.metAt };
      try {
        return await call('POST /api/contacts', { body });
      } catch (error) {
        press.current.isAnswered = !isServerAway(error);
        if (isServerAway(error) && !accountHere() && (await keepContact(body))) return null;
        throw error;
      }
    },
    meta: { failure: { title: 'Error', fallback: 'Failed to add the contact. Please try again.' } },
    onSuccess: (added) => added && refresh(),
    // With other words than those that were added, or after them, the key is known.
    onError: (error) => error instanceof CallError && error.status === 409 && refresh(),
  });
}
