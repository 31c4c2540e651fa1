import { zodResolver } from '@hookform/resolvers/zod';
import { newContact } from '#shared/people/contacts.ts';

/** The form is validated with the same schema that the server uses. */
export const checkContact = zodResolver(newContact);
