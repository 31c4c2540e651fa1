import { z } from '#shared/contract/zod.ts';

/** The name of a zone in the IANA time zone database, with its usual letters, or null if there is none of this name. */
export function canonicalTimeZone(name: string): string | null {
  // Intl also takes offsets, such as "+02:00", which know no summer time.
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export const timeZone = () =>
  z
    .string()
    .max(64, { abort: true })
    .refine((name) => canonicalTimeZone(name) !== null, 'Choose a time zone such as Europe/Berlin')
    .transform((name) => canonicalTimeZone(name) ?? name);
