import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, urlOf } from '#app/api/call.ts';
import type { Contact, Lead } from '#shared/contacts.ts';
import { toast } from '#ui/Toast.tsx';
import { mergePeople } from './people.ts';

/** The contacts room's calls; the first element of each key is the URL (section 7). */

export const contactsKey = [urlOf('GET /api/contacts')] as const;
const leadsKey = [urlOf('GET /api/contacts/leads')] as const;

/** The user's contacts, newest first; fetched anew whenever a screen with the list opens (section 4). */
export function useContacts() {
  return useQuery({
    queryKey: contactsKey,
    queryFn: () => call('GET /api/contacts'),
    refetchOnMount: 'always',
  });
}

/** What visitors left in the lead forms of the user's cards, newest first. */
function useLeads() {
  return useQuery({
    queryKey: leadsKey,
    queryFn: () => call('GET /api/contacts/leads'),
    refetchOnMount: 'always',
  });
}

/** Contacts and leads in one list; undefined until both are here. */
export function usePeople() {
  const contacts = useContacts();
  const leads = useLeads();
  const people = useMemo(
    () => contacts.data && leads.data && mergePeople(contacts.data, leads.data),
    [contacts.data, leads.data],
  );
  const refetch = () => {
    if (contacts.error) void contacts.refetch();
    if (leads.error) void leads.refetch();
  };
  return { people, error: contacts.error ?? leads.error, refetch };
}

function replace(client: QueryClient, id: string, change: (contact: Contact) => Contact): void {
  client.setQueryData<Contact[]>(contactsKey, (contacts) =>
    contacts?.map((contact) => (contact.id === id ? change(contact) : contact)),
  );
}

const FAVORITE = ['favorite contact'] as const;
const turned = (contact: Contact): Contact => ({ ...contact, isFavorite: !contact.isFavorite });

/** Marks or unmarks a favourite at once, takes it back when the server refuses, and reloads the list (section 4). */
export function useToggleFavorite() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: FAVORITE,
    mutationFn: (id: string) => call('POST /api/contacts/{id}/favorite', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'Failed to change the favorite. Please try again.' } },
    async onMutate(id) {
      await client.cancelQueries({ queryKey: contactsKey });
      replace(client, id, turned);
    },
    onError: (_error, id) => replace(client, id, turned),
    onSettled() {
      // The last of several quick presses reloads; an earlier list would turn the later stars back for a moment.
      if (client.isMutating({ mutationKey: FAVORITE }) > 1) return;
      void client.invalidateQueries({ queryKey: contactsKey });
    },
  });
}

export function useChangeNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, notes }: { id: string; notes: string }) =>
      call('PATCH /api/contacts/{id}', { params: { id }, body: { notes } }),
    meta: { failure: { title: 'Error', fallback: 'Failed to save the notes. Please try again.' } },
    onSuccess: (changed) => replace(client, changed.id, () => changed),
  });
}

export function useDeleteContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/contacts/{id}', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'Failed to delete contact. Please try again.' } },
    onSuccess({ id }) {
      client.setQueryData<Contact[]>(contactsKey, (contacts) =>
        contacts?.filter((contact) => contact.id !== id),
      );
      toast({ title: 'Success', description: 'Contact deleted successfully!' });
    },
  });
}

const withoutLead = (id: string) => (leads: Lead[] | undefined) => leads?.filter((lead) => lead.id !== id);

/** Turns a lead into a contact, which stands where the lead stood. */
export function useConvertLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/contacts/leads/{id}/convert', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'Failed to add the contact. Please try again.' } },
    onSuccess(contact) {
      client.setQueryData<Contact[]>(contactsKey, (contacts) =>
        contacts?.some(({ id }) => id === contact.id) ? contacts : contacts && [contact, ...contacts],
      );
      client.setQueryData<Lead[]>(leadsKey, withoutLead(contact.id));
      toast({ title: 'Contact added', description: `${contact.fullName} is now one of your contacts.` });
    },
  });
}

export function useDeleteLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/contacts/leads/{id}', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'Failed to delete lead. Please try again.' } },
    onSuccess({ id }) {
      client.setQueryData<Lead[]>(leadsKey, withoutLead(id));
      toast({ title: 'Success', description: 'Lead deleted successfully!' });
    },
  });
}

/** Suggested messages to a contact; asked for anew whenever the dialog opens, and only then. */
export function useFollowUps(id: string) {
  return useQuery({
    queryKey: [urlOf('GET /api/contacts/{id}/followup-suggestions', { params: { id } })],
    queryFn: () => call('GET /api/contacts/{id}/followup-suggestions', { params: { id } }),
    gcTime: 0,
  });
}
