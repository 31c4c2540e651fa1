import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { accountHere } from '#app/frame/api/account-here.ts';
import { CallError, call, isServerAway } from '#app/frame/api/call.ts';
import { newDraftId } from '#app/offline/drafts/draft-id.ts';
import { keepContact, type NotedContact } from '#app/offline/waiting-contacts.ts';
import { toast } from '#ui/Toast.tsx';
import { listsChanged } from './contacts.queries.ts';

/** A contact as its form has it. */
type Typed = Omit<NotedContact, 'key' | 'metAt'>;

const FAILED = { fallback: 'Failed to add the contact. Please try again.' };
const ADDED_BEFORE = {
  title: 'Already added',
  always:
    'This contact was added with the details you typed first. Correct them in the list. If you press Add Contact again, you add another one.',
};

/** True if an earlier press, whose answer was lost, has added the contact with other words. */
const wasAddedBefore = (error: unknown) =>
  error instanceof CallError && error.status === 409 && 'key' in error.fields;

/**
 * Adds a contact; resolves to null if the server is out of reach and the contact waits on this device instead. A press
 * after a lost answer sends the key and the moment of the first one, so that nobody is added twice.
 */
export function useAddContact() {
  const client = useQueryClient();
  const press = useRef({ key: '', metAt: '', words: '', isAnswered: false });
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
        if (wasAddedBefore(error)) press.current.key = '';
        if (isServerAway(error) && !accountHere() && (await keepContact(body))) return null;
        throw error;
      }
    },
    meta: { failure: (_typed, error) => (wasAddedBefore(error) ? ADDED_BEFORE : FAILED) },
    onSuccess(added, { fullName }) {
      if (!added)
        return toast({
          title: 'Saved on this device',
          description: `We’ll add ${fullName} when you’re back online.`,
        });
      toast({ title: 'Contact added' });
      listsChanged(client);
    },
    onError: (error) => wasAddedBefore(error) && listsChanged(client),
  });
}
