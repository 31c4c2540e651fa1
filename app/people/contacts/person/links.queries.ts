import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountHere } from '#app/frame/api/account-here.ts';
import { type BodyOf, call, callPage, urlOf } from '#app/frame/api/call.ts';
import type { ContactLink, ContactNews } from '#shared/people/contact-links.ts';
import { toast } from '#ui/Toast.tsx';
import { contactChanged } from './person.queries.ts';

/** Calls about contacts that keep in step with a card; the first element of each key is the URL (section 7). */

const linksKey = (id: string) => [urlOf('GET /api/contacts/{id}/links', { params: { id } })] as const;
const NEWS = [urlOf('GET /api/contacts/links/news')] as const;
/** Pages looked through at most; each covers 10,000 contacts. */
const PAGES_MAX = 30;

const linksOf = (contactId: string) => ({
  queryKey: linksKey(contactId),
  queryFn: () => call('GET /api/contacts/{id}/links', { params: { id: contactId } }),
  enabled: !accountHere(),
});
export const useLinks = (contactId: string) => useQuery({ ...linksOf(contactId), refetchOnMount: 'always' });
/** Likewise, on a screen that asks for them itself when it opens. */
export const useLinksHere = (contactId: string) => useQuery(linksOf(contactId));

/** Contacts with something new, read until some are found or all were looked at. */
export const useNews = () =>
  useQuery({
    queryKey: NEWS,
    refetchOnMount: 'always',
    enabled: !accountHere(),
    async queryFn({ signal }) {
      const found: ContactNews[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES_MAX && found.length === 0; page += 1) {
        const { rows, next } = await callPage('GET /api/contacts/links/news', { limit: 50, cursor }, signal);
        found.push(...rows);
        if (!next) break;
        cursor = next;
      }
      return found;
    },
  });

function linkChanged(client: QueryClient, contactId: string, link: ContactLink): void {
  client.setQueryData<ContactLink[]>(linksKey(contactId), (known) =>
    known?.map((one) => (one.id === link.id ? link : one)),
  );
  void client.invalidateQueries({ queryKey: NEWS });
  contactChanged(client, { id: contactId });
}

export function useAcceptLink(contactId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, cardId }: { id: string; cardId: string }) =>
      call('POST /api/contacts/links/{id}/accept', { params: { id }, body: { cardId } }),
    meta: { failure: { fallback: 'Failed to accept this. Please try again.' } },
    onSuccess: (link) => linkChanged(client, contactId, link),
    onError: () => void client.invalidateQueries({ queryKey: linksKey(contactId) }),
  });
}

export function useRefuseLink(contactId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/contacts/links/{id}/refuse', { params: { id } }),
    meta: { failure: { fallback: 'Failed to end this. Please try again.' } },
    onSuccess: (link) => linkChanged(client, contactId, link),
    onError: () => void client.invalidateQueries({ queryKey: linksKey(contactId) }),
  });
}

type Decision = BodyOf<'POST /api/contacts/links/{id}/changes'>;

/** Takes over and declines what is new on a card; a message offers to undo it. */
export function useDecide(contactId: string, linkId: string) {
  const client = useQueryClient();
  const lookAgain = () => {
    for (const queryKey of [linksKey(contactId), NEWS]) void client.invalidateQueries({ queryKey });
  };
  const undo = useMutation({
    // One's own, also if the screen is about a team by then.
    mutationFn: (id: string) =>
      call('POST /api/contacts/operations/{id}/undo', { params: { id }, query: { account: undefined } }),
    meta: { failure: { fallback: 'Failed to undo. Please try again.' } },
    onSuccess() {
      lookAgain();
      contactChanged(client, { id: contactId });
      void client.invalidateQueries({
        queryKey: [urlOf('GET /api/contacts/{id}', { params: { id: contactId } })],
      });
      toast({ title: 'Undone', description: 'Your changes were undone.' });
    },
  });
  return useMutation({
    mutationFn: (body: Decision) =>
      call('POST /api/contacts/links/{id}/changes', { params: { id: linkId }, body }),
    meta: { failure: { fallback: 'Failed to update the contact. Please try again.' } },
    onSuccess({ contact, operation }, { accepted = {} }) {
      lookAgain();
      contactChanged(client, contact);
      toast({
        title: Object.keys(accepted).length > 0 ? 'Contact updated' : 'Nothing was changed',
        action: { label: 'Undo', onPress: () => undo.mutate(operation.id) },
      });
    },
    onError: lookAgain,
  });
}
