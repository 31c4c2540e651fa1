import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountHere } from '#app/frame/api/account-here.ts';
import { type BodyOf, call, callPage, isServerAway, urlOf } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import { counted } from '#app/frame/counted.ts';
import { listsChanged } from '#app/people/contacts/contacts.queries.ts';
import type { Alike } from '#shared/people/contact-book.ts';
import type { ContactOperation } from '#shared/people/contact-operations.ts';
import { toast } from '#ui/Toast.tsx';

/** Calls of what is done with many contacts; the first element of each key is the URL (section 7). */

const TAGS = [urlOf('GET /api/contacts/tags')] as const;
const ALIKE = [urlOf('GET /api/contacts/duplicates')] as const;
const ALIKE_COUNT = [urlOf('GET /api/contacts/duplicates/count')] as const;
const CHANGES = pagesKey('GET /api/contacts/operations');
/** Pages of keys read at most; each holds those of several thousand contacts. */
const PAGES_MAX = 10;
const ASK_AGAIN_MS = 1_000;
const JUST_NOW_MS = 10_000;

/** Groups of contacts that look like one person, read until some are found or all keys were read. */
export const useAlike = () =>
  useQuery({
    queryKey: ALIKE,
    refetchOnMount: 'always',
    async queryFn({ signal }) {
      const found: Alike[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES_MAX && found.length === 0; page += 1) {
        const { rows, next } = await callPage('GET /api/contacts/duplicates', { limit: 50, cursor }, signal);
        found.push(...rows);
        if (!next) break;
        cursor = next;
      }
      return found;
    },
  });

/** How many such groups there are, known from when `ask` is first called: only a menu says it. */
export function useAlikeCount() {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const count = { queryKey: ALIKE_COUNT, queryFn: () => call('GET /api/contacts/duplicates/count') };
  const { data } = useQuery({ ...count, enabled: isAsked });
  const ask = async () => {
    setIsAsked(true);
    await client.fetchQuery({ ...count, staleTime: JUST_NOW_MS });
  };
  return { data, ask };
}

function refreshContacts(client: QueryClient): void {
  listsChanged(client);
  for (const queryKey of [ALIKE, ALIKE_COUNT, TAGS, CHANGES]) void client.invalidateQueries({ queryKey });
}

/** An operation, and the team whose contacts it changes: the screen may be about others by its end. */
type Done = ContactOperation & { account: string | undefined };

/** Begins an operation and waits until it has come to its end, also while the server is away. */
async function runToEnd(
  begin: (query: { account: string | undefined }) => Promise<ContactOperation>,
  account = accountHere(),
): Promise<Done> {
  let now = await begin({ account });
  while (now.state === 'running' || now.state === 'undoing') {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    try {
      now = await call('GET /api/contacts/operations/{id}', { params: { id: now.id }, query: { account } });
    } catch (error) {
      if (!isServerAway(error)) throw error;
    }
  }
  return { ...now, account };
}

/** Undoes a change of many contacts, for the account that it was made for. */
export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, account }: Pick<Done, 'id' | 'account'>) =>
      runToEnd(
        (query) => call('POST /api/contacts/operations/{id}/undo', { params: { id }, query }),
        account,
      ),
    meta: { failure: { fallback: 'Failed to undo. Please try again.' } },
    onSettled: () => refreshContacts(client),
    onSuccess({ error }) {
      if (error) return toast({ title: 'Error', description: error, isError: true });
      toast({ title: 'Undone' });
    },
  });
}

/** Says how a change has ended, with a button that undoes it. */
function tellEnd(ended: Done, title: string, undo: { mutate: (ended: Done) => void }): void {
  const { error } = ended;
  toast({
    ...(error ? { title: 'Error', description: error, isError: true } : { title }),
    action: { label: 'Undo', onPress: () => undo.mutate(ended) },
  });
}

export function useMergeContacts() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    async mutationFn(body: BodyOf<'POST /api/contacts/merge'>) {
      const account = accountHere();
      const { operation } = await call('POST /api/contacts/merge', { body });
      return { ...operation, account };
    },
    meta: { failure: { fallback: 'Failed to merge the contacts. Please try again.' } },
    onSuccess: (merged) => tellEnd(merged, 'Contacts merged', undo),
    // Some may have been merged elsewhere.
    onSettled() {
      refreshContacts(client);
      // Pending until the group is gone: a second press would merge contacts that are no longer there.
      return client.invalidateQueries({ queryKey: ALIKE }, { cancelRefetch: false });
    },
  });
}

export function useKeepApart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call('POST /api/contacts/duplicates/apart', { body: { ids } }),
    meta: { failure: { fallback: 'Failed to save this. Please try again.' } },
    onSettled() {
      void client.invalidateQueries({ queryKey: ALIKE_COUNT });
      return client.invalidateQueries({ queryKey: ALIKE });
    },
  });
}

type Bulk = BodyOf<'POST /api/contacts/bulk'>;
/** A change, without the contacts it applies to. */
export type Change = Pick<Bulk, 'action' | 'tag'>;

const DONE: Record<Bulk['action'], (count: number) => string> = {
  tag: (count) => `Tag added to ${counted(count, 'contact')}`,
  untag: (count) => `Tag removed from ${counted(count, 'contact')}`,
  favorite: (count) => `${counted(count, 'contact')} marked with a star`,
  unfavorite: (count) => `Star removed from ${counted(count, 'contact')}`,
  delete: (count) => `${counted(count, 'contact')} deleted`,
};

/** Changes contacts, a few or all that match; resolves when the last is changed. */
export function useChangeMany() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: (body: Bulk) => runToEnd((query) => call('POST /api/contacts/bulk', { query, body })),
    meta: { failure: { fallback: 'Failed to change the contacts. Please try again.' } },
    // A change that failed may have been begun.
    onSettled: () => refreshContacts(client),
    onSuccess(changed, { action }) {
      const { done, error } = changed;
      if (done === 0 && !error) return toast({ title: 'No changes needed' });
      tellEnd(changed, DONE[action](done), undo);
    },
  });
}

/** Removes a tag from the owner's list and from every contact. */
export function useDeleteTag() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: (name: string) =>
      runToEnd((query) => call('DELETE /api/contacts/tags/{name}', { params: { name }, query })),
    meta: { failure: { fallback: 'Failed to remove the tag. Please try again.' } },
    onSettled: () => refreshContacts(client),
    onSuccess: (removed) => tellEnd(removed, 'Tag removed', undo),
  });
}
