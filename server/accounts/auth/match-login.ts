import { eq, or } from 'drizzle-orm';
import { foldCase } from '#server/db/columns.ts';
import { persons } from '#server/db/schema/users.ts';

/** True if an address is this one, in any case. */
export const isSameAddress = (one: string, other: string | null): boolean =>
  one.toLowerCase() === other?.toLowerCase();

/** The person with this username, in any case, and however its accents are composed: macOS decomposes those of file names. */
export const hasUsername = (name: string) => eq(foldCase(persons.username), foldCase(name.normalize('NFC')));

/** The person with this username or email address, in any case. */
export const isLogin = (login: string) =>
  or(hasUsername(login), eq(foldCase(persons.email), foldCase(login)));
