import type { users } from '#server/db/schema/users.ts';
import type { ArchiveTie } from '#shared/portability/archive.ts';

interface WrittenFor {
  isSigned: boolean;
  writtenFor: string | null;
  writtenForEmail: string | null;
}

/**
 * True if an archive may bring back ids, addresses and figures: only one that this server signed, for the same account or
 * for one that had the same confirmed address. Anyone else gets new ids, so that nobody takes over another's printed code.
 */
export function archiveTie(
  { isSigned, writtenFor, writtenForEmail }: WrittenFor,
  user: Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailConfirmedAt'>,
): ArchiveTie | null {
  if (!isSigned) return null;
  if (writtenFor === user.id) return 'account';
  const own = user.emailConfirmedAt === null ? null : user.email;
  if (!own || !writtenForEmail) return null;
  return own.toLowerCase() === writtenForEmail.toLowerCase() ? 'address' : null;
}
