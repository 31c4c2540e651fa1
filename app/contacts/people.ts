import type { Person } from '#shared/contacts.ts';

/** The dialogs about a person. */
export type PersonDialog = 'followUps' | 'notes' | 'delete';

/** The props of each part of a person's row. */
export interface PersonProps {
  person: Person;
  onOpen: (dialog: PersonDialog, person: Person) => void;
}
