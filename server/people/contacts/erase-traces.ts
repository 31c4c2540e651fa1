import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { reminders } from '#server/db/schema/messages.ts';
import {
  contactImportRows,
  contactImports,
  contactUndoRows,
  releasedPeople,
} from '#server/db/schema/people-changes.ts';
import { contactLinks, receipts, unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** The lines of an account's imports that are about these contacts. */
export function findImportLines(db: Db, userId: AccountId, contactIds: readonly string[]): SQL | undefined {
  const { id } = contactImports;
  const imports = db
    .select({ id })
    .from(contactImports)
    .where(whereCan(systemFor(userId), 'see', 'contactImport'));
  return and(
    inArray(contactImportRows.importId, imports),
    inArray(contactImportRows.contactId, [...contactIds]),
  );
}

/**
 * Erases what else is kept of contacts and leads of an account that are deleted for good, without a foreign key: also
 * what they were before a change that can be undone, and what a file said of them. Contacts that were merged into them
 * and can still be brought back are theirs only if `ids` names them.
 */
export async function eraseTraces(tx: Db, userId: AccountId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isTheirs = (column: Parameters<typeof inArray>[0]) => inArray(column, [...ids]);
  await tx.delete(contactUndoRows).where(isTheirs(contactUndoRows.contactId));
  await tx.delete(unreviewedSubmissions).where(isTheirs(unreviewedSubmissions.id));
  await tx.delete(releasedPeople).where(isTheirs(releasedPeople.personId));
  await tx.delete(reminders).where(isTheirs(reminders.personId));
  await tx.delete(contactLinks).where(isTheirs(contactLinks.personId));
  await tx.delete(receipts).where(isTheirs(receipts.personId));
  // The lines stay, so that the import's figures and its undoing count them.
  const lines = await tx
    .update(contactImportRows)
    .set({ fingerprint: null, before: null, after: null, note: null })
    .where(findImportLines(tx, userId, ids))
    .returning({ id: contactImportRows.importId });
  await eraseExamples(tx, [...new Set(lines.map(({ id }) => id))]);
}

/** The first rows of files, which were shown before they were imported. */
async function eraseExamples(tx: Db, importIds: string[]): Promise<void> {
  if (importIds.length === 0) return;
  await tx.execute(sql`
    update contact_imports set preview = preview || '{"people": []}', columns = (
      select coalesce(jsonb_agg(one || '{"samples": []}' || case when jsonb_typeof(one -> 'dates') = 'object'
        then jsonb_build_object('dates', one -> 'dates' || '{"example": ""}') else '{}' end order by nth), '[]')
      from jsonb_array_elements(columns) with ordinality as listed (one, nth)
    ) where ${inArray(contactImports.id, importIds)}`);
}
