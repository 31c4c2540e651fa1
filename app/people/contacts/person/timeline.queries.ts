import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountFor } from '#app/frame/api/account-here.ts';
import { call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';
import { useRemoveReminder } from '#app/messages/notices/notices.queries.ts';
import type { ContactNote } from '#shared/people/contact-book.ts';
import { toast } from '#ui/Toast.tsx';

/** Calls of a contact's timeline; the first element of each key is the URL (section 7). */

const TIMELINE = 'GET /api/contacts/{id}/timeline';

export const useTimeline = (id: string) => usePages(TIMELINE, {}, 50, { id });

/** Reads again what happened; resolves when it is shown. */
export const timelineChanged = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [urlOf(TIMELINE, { params: { id } })] });

export function useAddNote(id: string) {
  const client = useQueryClient();
  return useMutation({
    // Undo names whose contact it is, whatever screen it is pressed on.
    mutationFn: ({
      of,
      ...body
    }: {
      text: string;
      createdAt?: string;
      of?: { account: string | undefined };
    }) => call('POST /api/contacts/{id}/notes', { params: { id }, body, ...(of && { query: of }) }),
    meta: { failure: { fallback: 'Failed to save the note. Please try again.' } },
    onSuccess: () => timelineChanged(client, id),
  });
}

export function useDeleteNote(id: string) {
  const client = useQueryClient();
  const add = useAddNote(id);
  return useMutation({
    mutationFn: (note: ContactNote) => call('DELETE /api/contacts/notes/{id}', { params: { id: note.id } }),
    meta: { failure: { fallback: 'Failed to delete the note. Please try again.' } },
    onMutate: () => accountFor(`/api/contacts/${id}`),
    onSuccess(_answer, { text, createdAt }, account) {
      void timelineChanged(client, id);
      toast({
        title: 'Note deleted',
        action: { label: 'Undo', onPress: () => add.mutate({ text, createdAt, of: { account } }) },
      });
    },
  });
}

export function useChangeNote(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ noteId, text }: { noteId: string; text: string }) =>
      call('PATCH /api/contacts/notes/{id}', { params: { id: noteId }, body: { text } }),
    meta: { failure: { fallback: 'Failed to save the note. Please try again.' } },
    onSuccess: () => timelineChanged(client, id),
  });
}

export function useDropReminder(id: string) {
  const client = useQueryClient();
  const remove = useRemoveReminder();
  return (reminderId: string) => remove.mutate(reminderId, { onSettled: () => timelineChanged(client, id) });
}
