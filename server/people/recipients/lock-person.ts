import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { contactUndoRows } from '#server/db/schema/people-changes.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Consent } from '#shared/contract/lead-questions.ts';

/**
 * Who is behind a private page may be merged into another contact, or become a contact, while a form of that page is on
 * its way. The person is locked before their receipt, as a merge does it.
 */

export interface LockedPerson {
  isContact: boolean;
  /** The owner deleted them, and can bring them back. */
  isDeleted: boolean;
  consents: Consent[];
}

/** A contact with this id that the owner deleted, and can bring back. */
export const isUndone = (id: string) =>
  and(eq(contactUndoRows.contactId, id), eq(contactUndoRows.source, 'contacts'));

/** Null if there is none with this id any more. */
export async function lockPerson(tx: Db, id: string): Promise<LockedPerson | null> {
  for (const table of [leadCaptures, contacts]) {
    // A lead that becomes a contact keeps its id, so it is found as one of the two.
    const [row] = await tx
      .select({ consents: table.consents })
      .from(table)
      .where(eq(table.id, id))
      .for('update');
    // Rows from before there were consents have none.
    if (row)
      return {
        isContact: table === contacts,
        isDeleted: false,
        consents: Array.isArray(row.consents) ? row.consents : [],
      };
  }
  const [deleted] = await tx
    .select({ id: contactUndoRows.contactId })
    .from(contactUndoRows)
    .where(isUndone(id))
    .for('update');
  return deleted ? { isContact: false, isDeleted: true, consents: [] } : null;
}

/**
 * Locks the person whom this receipt was about when it was read. Null if nothing is kept any more; throws 409 if the
 * receipt is about another contact by now, or its person has just been deleted.
 */
export async function lockOfReceipt(
  tx: Db,
  { id, personId }: { id: string; personId: string },
): Promise<LockedPerson | null> {
  const person = await lockPerson(tx, personId);
  const [receipt] = await tx.select().from(receipts).where(eq(receipts.id, id)).for('update');
  if (!receipt) return null;
  if (person && receipt.personId === personId) return person;
  throw moved();
}

export const moved = () =>
  new AppError('conflict', 'Your details were just moved. Please open the link again.');
