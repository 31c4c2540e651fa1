import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '#app/accounts/auth/auth.queries.ts';
import { accountHere } from '#app/frame/api/account-here.ts';
import { call, urlOf } from '#app/frame/api/call.ts';
import { pagesKey, usePages } from '#app/frame/api/pages.ts';
import { counted } from '#app/frame/counted.ts';
import type { Choice, Reviewed } from '#shared/people/unreviewed.ts';
import { toast } from '#ui/Toast.tsx';

/** The calls about submissions waiting for review, and about blocked senders. */

export const countKey = [urlOf('GET /api/contacts/unreviewed/count')] as const;
const blocksKey = pagesKey('GET /api/contacts/blocks');

/** The number of waiting submissions; refetched whenever the screen opens. */
export function useUnreviewedCount(): number {
  const { data } = useQuery({
    queryKey: countKey,
    queryFn: () => call('GET /api/contacts/unreviewed/count'),
    refetchOnMount: 'always',
  });
  return data?.count ?? 0;
}

export const useUnreviewed = () => usePages('GET /api/contacts/unreviewed');
export const useBlocks = () => usePages('GET /api/contacts/blocks');

/** A review changes the submissions, contacts, leads, their counts and the blocks: every query with these prefixes. */
function reloadLists(client: QueryClient): Promise<void> {
  refreshAccount(client);
  return client.invalidateQueries({
    predicate: ({ queryKey: [url] }) => String(url).startsWith('/api/contacts'),
  });
}

const FAILED = { fallback: 'That didn’t work. Please try again.' } as const;

/** A review or a block, and the team it was made for: the screen may be about others by the time it is undone. */
type Made<Name extends string> = Record<Name, string> & { account: string | undefined };

function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ review, account }: Made<'review'>) =>
      call('POST /api/contacts/unreviewed/undo', { query: { account }, body: { review } }),
    meta: { failure: FAILED },
    onSettled: () => reloadLists(client),
  });
}

const countPeople = (count: number) => counted(count, 'person', 'people');

const REVIEWS = {
  keep: {
    send: (body: Choice) => call('POST /api/contacts/unreviewed/keep', { body }),
    title: 'Kept',
    text: (count: number) => `${countPeople(count)} added to your contacts and leads.`,
  },
  delete: {
    send: (body: Choice) => call('POST /api/contacts/unreviewed/delete', { body }),
    title: 'Deleted',
    text: (count: number) => `${countPeople(count)} removed.`,
  },
  report: {
    send: (body: Choice) => call('POST /api/contacts/unreviewed/report', { body }),
    title: 'Reported as spam',
    text: (count: number) => `${countPeople(count)} deleted, and their email addresses blocked.`,
  },
} as const;

export type Review = keyof typeof REVIEWS;

/** Keeps, deletes or reports at once; the toast offers Undo. */
export function useReview() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: ({ review, choice }: { review: Review; choice: Choice }) => REVIEWS[review].send(choice),
    meta: { failure: FAILED },
    onMutate: accountHere,
    onSuccess({ count, review: id }: Reviewed, { review }, account) {
      const { title, text } = REVIEWS[review];
      const onPress = () => undo.mutate({ review: id, account });
      toast({ title, description: text(count), action: { label: 'Undo', onPress } });
    },
    onSettled: () => reloadLists(client),
  });
}

/** Blocks the network address that a submission came from. */
export function useBlockAddress() {
  const client = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/contacts/unreviewed/{id}/block-address', { params: { id } }),
    meta: { failure: FAILED },
    onMutate: accountHere,
    onSuccess({ review }, _id, account) {
      toast({
        title: 'IP address blocked',
        description: 'No one there can send you their details for 30 days.',
        action: { label: 'Undo', onPress: () => undo.mutate({ review, account }) },
      });
    },
    onSettled: () => reloadLists(client),
  });
}

/** Blocks a sender by email address; what they sent before stays. */
export function useBlockSender() {
  const client = useQueryClient();
  const unblock = useUnblock();
  return useMutation({
    mutationFn: (email: string) => call('POST /api/contacts/blocks', { body: { email } }),
    meta: { failure: FAILED },
    onMutate: accountHere,
    onSuccess({ id, label }, _email, account) {
      toast({
        title: 'Sender blocked',
        description: `${label} can no longer send you their details.`,
        action: { label: 'Undo', onPress: () => unblock.mutate({ id, account }) },
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}

export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, account }: Made<'id'>) =>
      call('DELETE /api/contacts/blocks/{id}', { params: { id }, query: { account } }),
    meta: { failure: FAILED },
    onSettled: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}
