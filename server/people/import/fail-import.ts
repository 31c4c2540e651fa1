import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { sqlState } from '#server/db/open.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { AppError } from '#shared/contract/errors.ts';
import { discardFiles } from './imports.ts';
import type { ImportRow } from './read-imports.ts';

/** Ends an import as failed, with a sentence for its owner, unless it was changed or canceled meanwhile. */
export async function failImport(
  app: AppContext,
  { id, state, revision, blobName }: ImportRow,
  error: string,
): Promise<void> {
  const [failed] = await app.db
    .update(contactImports)
    .set({ state: 'failed', error, preview: null, photosWanted: 0, finishedAt: app.now() })
    .where(
      and(eq(contactImports.id, id), eq(contactImports.state, state), eq(contactImports.revision, revision)),
    )
    .returning({ id: contactImports.id });
  if (failed) await discardFiles(app.imports, blobName);
}

/** Ends an import that met an error which another try would meet again, and throws every other one. */
export async function failImportOrRetry(
  app: AppContext,
  row: ImportRow,
  error: unknown,
  isLastTry: boolean,
): Promise<void> {
  // The process refused the file, or took too long over it.
  if (error instanceof AppError && error.code === 'invalid') return failImport(app, row, error.message);
  // Data exceptions: PostgreSQL, appendix A.
  if (sqlState(error)?.startsWith('22'))
    return failImport(app, row, 'This file contains text we can’t save.');
  if (isLastTry)
    await failImport(app, row, 'The import stopped because of a problem on our end. Please try again.');
  throw error;
}
