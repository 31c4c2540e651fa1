import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { upload } from '#app/frame/api/upload.ts';
import { isKeptContact } from '#app/offline/kept-contact.ts';
import { listsChanged } from '#app/people/contacts/contacts.queries.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { toast } from '#ui/Toast.tsx';
import { timelineChanged } from './timeline.queries.ts';

/** Calls of a contact's own screen; the first element of each key is the URL (section 7). */

const keyOf = (id: string) => [urlOf('GET /api/contacts/{id}', { params: { id } })] as const;

export function useContact(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    async queryFn({ client }) {
      const found = await call('GET /api/contacts/{id}', { params: { id }, query: { notes: 'none' } });
      const known = client.getQueryData<WholeContact>(keyOf(id));
      // The screen of a kept contact has no forms: what is being typed would be gone.
      return known && !isKeptContact(known) && isKeptContact(found) ? known : found;
    },
    refetchOnMount: 'always',
  });
}

const TAGS = {
  queryKey: [urlOf('GET /api/contacts/tags')],
  queryFn: () => call('GET /api/contacts/tags'),
} as const;
export const useTags = () => useQuery({ ...TAGS, refetchOnMount: 'always' });
/** Likewise, on a screen of which another part asks for them when it opens. */
export const useTagsHere = () => useQuery(TAGS);

/** Shows what is known of a contact now, and reads its timeline and the lists again. */
export function contactChanged(client: QueryClient, contact: Partial<WholeContact> & { id: string }): void {
  client.setQueryData<WholeContact>(keyOf(contact.id), (known) => known && { ...known, ...contact });
  void timelineChanged(client, contact.id);
  listsChanged(client);
}

export function useChangeContact(id: string) {
  const client = useQueryClient();
  return useMutation({
    // Each arrives after the one before.
    scope: { id: `contact ${id}` },
    mutationFn: (body: BodyOf<'PATCH /api/contacts/{id}'>) =>
      call('PATCH /api/contacts/{id}', { params: { id }, body }),
    meta: { failure: { fallback: 'Failed to save the changes. Please try again.' } },
    onSuccess(contact) {
      contactChanged(client, contact);
      void client.invalidateQueries({ queryKey: [urlOf('GET /api/contacts/tags')] });
    },
  });
}

export function useFavorite(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isFavorite: boolean) =>
      call('POST /api/contacts/{id}/favorite', { params: { id }, body: { isFavorite } }),
    meta: { failure: { fallback: 'Failed to change the favorite. Please try again.' } },
    onSuccess: (contact) => contactChanged(client, contact),
  });
}

/**
 * Uploads a photo and shows it with the contact. A string is one that was uploaded before; null shows none, and can be
 * taken back: the server keeps the file for a day.
 */
export function useChangePhoto({ id, profileImage: before }: Pick<WholeContact, 'id' | 'profileImage'>) {
  const client = useQueryClient();
  const change = useMutation({
    async mutationFn(photo: File | string | null) {
      const { url } =
        photo instanceof File
          ? await upload({ file: photo, name: photo.name, kind: 'image', onProgress: () => {} })
          : { url: photo };
      return call('PATCH /api/contacts/{id}', { params: { id }, body: { profileImage: url } });
    },
    meta: { failure: { fallback: 'Failed to save the photo. Please try again.' } },
    onSuccess(contact, photo) {
      contactChanged(client, contact);
      if (photo !== null || !before) return;
      toast({
        title: 'Photo removed',
        action: { label: 'Undo', onPress: () => change.mutate(before) },
      });
    },
  });
  return change;
}
