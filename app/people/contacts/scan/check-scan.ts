import type { FieldErrors, Resolver } from 'react-hook-form';
import { type NewContact, newContact } from '#shared/people/contacts.ts';
import { findField, type ScanValues, toScannedContact } from './scanned-contact.ts';

/** The form is validated with the same schema that the server uses. */
export const checkScan: Resolver<ScanValues, unknown, NewContact> = (values) => {
  const { data, error } = newContact.safeParse(toScannedContact(values));
  if (!error) return { values: data, errors: {} };
  const errors: FieldErrors<ScanValues> = {};
  for (const { path, message } of error.issues) {
    errors[findField(path, values)] ??= { type: 'validation', message };
  }
  return { values: {}, errors };
};
