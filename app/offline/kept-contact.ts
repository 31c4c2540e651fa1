import type { WholeContact } from '#shared/people/contact-book.ts';

/** A contact of whom only what lists show was kept on this device: no notes with their time, no second addresses. */
export type KeptContact = WholeContact & { isKept: true };

export const isKeptContact = (contact: WholeContact): contact is KeptContact => 'isKept' in contact;
