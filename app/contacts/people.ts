import type { Contact, Lead } from '#shared/contacts.ts';

/** Whom the contacts screen lists: contacts, and leads that are not contacts yet. */
export interface Person extends Omit<Contact, 'userId' | 'social' | 'source'> {
  isLead: boolean;
}

/** The dialogs about a person. */
export type PersonDialog = 'followUps' | 'notes' | 'delete';

/** What each part of a person's row is given. */
export interface PersonProps {
  person: Person;
  onOpen: (dialog: PersonDialog, person: Person) => void;
}

/** A lead in the words of a contact; what a lead form does not ask for stays empty. */
function toPerson(lead: Lead): Person {
  return {
    isLead: true,
    id: lead.id,
    cardId: lead.cardId,
    cardName: lead.cardName,
    fullName: lead.leadName,
    email: lead.leadEmail,
    phone: lead.leadPhone,
    company: lead.leadCompany,
    notes: lead.leadMessage,
    jobTitle: null,
    website: null,
    profileImage: null,
    isFavorite: false,
    createdAt: lead.createdAt,
  };
}

/** Contacts and leads in one list, newest first as each of the two is. */
export function mergePeople(contacts: readonly Contact[], leads: readonly Lead[]): Person[] {
  const people = contacts.map((contact): Person => ({ ...contact, isLead: false }));
  if (leads.length === 0) return people;
  // Moments of ISO 8601 in UTC sort as texts; equals keep their order.
  const newestFirst = (a: Person, b: Person) =>
    a.createdAt < b.createdAt ? 1 : Number(a.createdAt > b.createdAt) * -1;
  return [...people, ...leads.map(toPerson)].sort(newestFirst);
}
