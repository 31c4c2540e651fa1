import type { ContactNews } from '#shared/people/contact-links.ts';

/** A contact's news, in a line. */
export const sayNews = ({ kind, fullName }: ContactNews): string =>
  kind === 'offer' ? `${fullName} offers automatic updates` : `New details from ${fullName}`;
