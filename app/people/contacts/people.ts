import { linkLabel } from '#shared/contract/links.ts';
import { contactField, REACH_FIELD_NAMES } from '#shared/people/contact-fields.ts';
import type { Person } from '#shared/people/contacts.ts';

/** The dialogs about a person. */
export type PersonDialog = 'followUps' | 'notes' | 'reminder' | 'delete';

/** The props of each part of a person's row. */
export interface PersonProps {
  person: Person;
  onOpen: (dialog: PersonDialog, person: Person) => void;
}

/** By what people are reached, as their row says it. */
export const listReach = (person: Pick<Person, (typeof REACH_FIELD_NAMES)[number]>): string[] =>
  REACH_FIELD_NAMES.flatMap((name) => {
    const value = person[name];
    if (!value) return [];
    return [contactField(name).kind === 'link' ? linkLabel(value) : value];
  });
