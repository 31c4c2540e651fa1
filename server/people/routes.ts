import { contactLinkRoutes } from '#server/people/contact-links/contact-links.routes.ts';
import { contactBookRoutes } from '#server/people/contacts/contact-book.routes.ts';
import { contactRoutes } from '#server/people/contacts/contacts.routes.ts';
import { followUpRoutes } from '#server/people/follow-ups/follow-ups.routes.ts';
import { importRoutes } from '#server/people/import/import.routes.ts';
import { paperCardRoutes } from '#server/people/paper-cards/paper-cards.routes.ts';
import { recipientRoutes } from '#server/people/recipients/recipients.routes.ts';
import { formRoutes } from '#server/people/visitors/forms.routes.ts';

export const allPeopleRoutes = [
  contactRoutes,
  followUpRoutes,
  contactBookRoutes,
  paperCardRoutes,
  contactLinkRoutes,
  importRoutes,
  recipientRoutes,
  formRoutes,
];
