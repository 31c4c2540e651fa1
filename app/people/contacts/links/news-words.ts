import type { ContactNews } from '#shared/people/contact-links.ts';

/** What is new with a contact, in a line. */
export const wordsOf = ({ kind, fullName }: ContactNews): string =>
  kind === 'offer' ? `${fullName} offers to stay current` : `New details from ${fullName}`;
