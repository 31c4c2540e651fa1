import { and, eq, sql } from 'drizzle-orm';
import { accountImports } from '#server/db/schema/portability.ts';
import type { LongWork } from '#server/infra/long-work/long-work.ts';
import { ARCHIVE_BYTES_MAX, ARCHIVE_WAITING_DAYS } from '#shared/contract/constants.ts';
import { ARCHIVE_ENDINGS } from './account-imports.ts';
import { prepareArchive } from './prepare-archive.ts';
import type { AccountImportRow } from './read-account-imports.ts';
import { runArchive } from './run-archive.ts';

/** Archives of whole accounts, as long work. */
export const archiveWork: LongWork<AccountImportRow> = {
  name: 'account-imports',
  table: accountImports,
  kind: 'accountImport',
  stateOf: ({ accountImports: state }) => state,
  endings: ARCHIVE_ENDINGS,
  bytesMax: ARCHIVE_BYTES_MAX,
  waitingDays: ARCHIVE_WAITING_DAYS,
  openStates: ['reading', 'ready', 'running'],
  isToDo: sql`${accountImports.state} in ('reading', 'running')`,
  stepOf({ state }) {
    if (state === 'reading') return { needs: 'upload', run: prepareArchive };
    return state === 'running' ? { needs: 'cards', run: runArchive } : null;
  },
  isAt: ({ id, state, figuresFrom, cards }) =>
    and(
      eq(accountImports.id, id),
      eq(accountImports.state, state),
      eq(accountImports.figuresFrom, figuresFrom),
      sql`jsonb_array_length(${accountImports.cards}) = ${cards.length}`,
    ),
  emptied: {},
  words: {
    noun: 'archive',
    fileName: 'archive.zip',
    openElsewhere: 'Another archive import is in progress. Finish or discard it first.',
    filesGone: 'This archive’s files are no longer available. Upload it again to import it.',
    unsavable: 'This archive contains text we can’t save.',
  },
};
