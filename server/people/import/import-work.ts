import { and, eq } from 'drizzle-orm';
import { contactImports, isImportToDo } from '#server/db/schema/people-changes.ts';
import type { LongWork } from '#server/infra/long-work/long-work.ts';
import { IMPORT_BYTES_MAX } from '#shared/contract/constants.ts';
import { addPhotos, leaveOutPhotos } from './import-photos.ts';
import { IMPORT_ENDINGS } from './imports.ts';
import { prepareImport } from './prepare-import.ts';
import { hasPhotosToCome, type ImportRow } from './read-imports.ts';
import { importSome } from './run-import.ts';
import { undoRows } from './undo-import.ts';

/** Imports of contacts from files, as long work; they can be undone afterwards. */
export const importWork: LongWork<ImportRow> = {
  name: 'contact-imports',
  table: contactImports,
  kind: 'contactImport',
  stateOf: ({ imports }) => imports,
  endings: IMPORT_ENDINGS,
  bytesMax: IMPORT_BYTES_MAX,
  waitingDays: 7,
  openStates: ['reading', 'ready', 'running', 'undoing'],
  isToDo: isImportToDo(contactImports),
  stepOf(row) {
    if (row.state === 'reading') return { needs: row.rows === null ? 'upload' : 'rows', run: prepareImport };
    if (row.state === 'running') return { needs: 'rows', run: importSome };
    if (row.state === 'undoing') return { needs: null, run: undoRows };
    return hasPhotosToCome(row) ? { needs: 'photos', run: addPhotos, doWithout: leaveOutPhotos } : null;
  },
  isAt: ({ id, state, revision, position }) =>
    and(
      eq(contactImports.id, id),
      eq(contactImports.state, state),
      eq(contactImports.revision, revision),
      eq(contactImports.position, position),
    ),
  emptied: { preview: null, photosWanted: 0 },
  words: {
    noun: 'file',
    fileName: 'contacts',
    openElsewhere: 'Another import is in progress. Finish or discard it first.',
    filesGone: 'The file of this import is no longer available. Upload it again to import it.',
    unsavable: 'This file contains text we can’t save.',
  },
};
