import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { sqlState } from '#server/db/open.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { AppError } from '#shared/contract/errors.ts';
import { discardArchive } from './account-imports.ts';
import type { AccountImportRow } from './read-account-imports.ts';

export const FILES_GONE = 'This archive’s files are no longer available. Upload it again to import it.';

/** True if a file was not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Ends an import as failed, with a sentence for its owner, unless it was canceled meanwhile. */
export async function failArchive(
  app: AppContext,
  { id, state, blobName }: AccountImportRow,
  error: string,
): Promise<void> {
  const [failed] = await app.db
    .update(accountImports)
    .set({ state: 'failed', error, finishedAt: app.now() })
    .where(and(eq(accountImports.id, id), eq(accountImports.state, state)))
    .returning({ id: accountImports.id });
  if (failed) await discardArchive(app.accountImports, blobName);
}

/** Ends an import that met an error which another try would meet again, and throws every other one. */
export async function failArchiveOrRetry(
  app: AppContext,
  row: AccountImportRow,
  error: unknown,
  isLastTry: boolean,
): Promise<void> {
  // The process refused the file, or took too long over it.
  if (error instanceof AppError && error.code === 'invalid') return failArchive(app, row, error.message);
  // Data exceptions: PostgreSQL, appendix A.
  if (sqlState(error)?.startsWith('22'))
    return failArchive(app, row, 'This archive contains text we can’t save.');
  if (isMissing(error)) return failArchive(app, row, FILES_GONE);
  if (isLastTry) await failArchive(app, row, isFull(error) ? NO_SPACE : FAULT);
  throw error;
}

const FAULT = 'The import stopped because of a problem on our end. Please try again.';
const NO_SPACE = 'The import stopped because we’re out of space for files right now. Please try again later.';
const isFull = (error: unknown) => error instanceof AppError && error.code === 'storage_full';
