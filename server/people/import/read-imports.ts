import type { contactImports } from '#server/db/schema/people-changes.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { ContactImport } from '#shared/people/import.ts';

export type ImportRow = typeof contactImports.$inferSelect;

/** True if it has ended, and what it did can be undone. */
export const isOver = ({ state }: ImportRow): boolean =>
  state === 'done' || state === 'canceled' || state === 'failed';

/** Photos come after all rows; those that had no room never do. */
export const hasPhotosToCome = ({
  state,
  photosWanted,
  photosDone,
  photosLeftOut,
  photoNote,
}: Pick<ImportRow, 'state' | 'photosWanted' | 'photosDone' | 'photosLeftOut' | 'photoNote'>): boolean =>
  state === 'done' && photosDone + photosLeftOut < photosWanted && photoNote === null;

/** A row as the endpoints return it. */
export function toImport(row: ImportRow): ContactImport {
  const { done, added, filled, skipped, failed, photosWanted, photosDone, photosLeftOut, photoNote } = row;
  const { removed, kept, finishedAt, createdAt } = row;
  const isUndoable = isOver(row) && added + filled > 0;
  const { id, fileName, format, source, state, rows, columns, preview, duplicates, tags, error } = row;
  return {
    ...{ id, fileName, format, source, state, rows, columns, preview, duplicates, tags, error },
    progress: { done, added, filled, skipped, failed },
    photos: { wanted: photosWanted, done: photosDone, leftOut: photosLeftOut, note: photoNote },
    undo: { removed, kept },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoUntil: isUndoable && finishedAt ? undoUntil(finishedAt).toISOString() : null,
  };
}

export const undoUntil = (finishedAt: Date): Date =>
  new Date(finishedAt.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
