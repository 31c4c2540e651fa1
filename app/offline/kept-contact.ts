import type { WholeContact } from '#shared/people/contact-book.ts';

/** A contact kept on this device only as lists show it: no notes with their time, no second addresses. */
export type KeptContact = WholeContact & { isKept: true };

export const isKeptContact = (contact: WholeContact): contact is KeptContact => 'isKept' in contact;
