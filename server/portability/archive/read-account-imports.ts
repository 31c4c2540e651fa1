import { inArray } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import type { accountImports } from '#server/db/schema/portability.ts';
import { hasPhotosToCome } from '#server/people/import/read-imports.ts';
import type { AccountImport } from '#shared/portability/archive.ts';

export type AccountImportRow = typeof accountImports.$inferSelect;

const SHOWN_OF_CONTACTS = {
  id: contactImports.id,
  state: contactImports.state,
  rows: contactImports.rows,
  done: contactImports.done,
  added: contactImports.added,
  skipped: contactImports.skipped,
  failed: contactImports.failed,
  photosWanted: contactImports.photosWanted,
  photosDone: contactImports.photosDone,
  photosLeftOut: contactImports.photosLeftOut,
  photoNote: contactImports.photoNote,
};
type ContactImportRow = Pick<typeof contactImports.$inferSelect, keyof typeof SHOWN_OF_CONTACTS>;

/** Rows as the endpoints return them, with how far their contacts have come. */
export async function toAccountImports(
  { db }: Pick<AppContext, 'db'>,
  rows: AccountImportRow[],
): Promise<AccountImport[]> {
  const ids = rows.flatMap(({ contactImportId }) => contactImportId ?? []);
  const found = ids.length
    ? await db.select(SHOWN_OF_CONTACTS).from(contactImports).where(inArray(contactImports.id, ids))
    : [];
  const contacts = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => toAccountImport(row, contacts.get(row.contactImportId ?? '')));
}

function toAccountImport(row: AccountImportRow, contacts: ContactImportRow | undefined): AccountImport {
  const { id, fileName, state, preview, cards, leads, views, error, createdAt, finishedAt } = row;
  return {
    ...{ id, fileName, state, preview, cards, error },
    figures: { leads, views },
    contacts: contacts ? toContacts(contacts) : null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function toContacts(row: ContactImportRow): NonNullable<AccountImport['contacts']> {
  const { id: importId, state, rows, done, added, skipped, failed, photosLeftOut } = row;
  const isOver = state !== 'running' && state !== 'undoing' && !hasPhotosToCome(row);
  return { importId, isOver, total: rows ?? 0, done, added, skipped, failed, photosLeftOut };
}

export async function toOne(ctx: Pick<AppContext, 'db'>, row: AccountImportRow): Promise<AccountImport> {
  const [one] = await toAccountImports(ctx, [row]);
  if (!one) throw new Error('The import was not returned.');
  return one;
}
