import { nameIn } from '#server/infra/long-work/long-work.ts';
import { type OpenLongWork, openLongWork } from '#server/infra/long-work/open-long-work.ts';
import type { ImportTasks } from './import-tasks.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The files of imports, and the process that reads them. */
    imports: OpenLongWork<ImportTasks>;
  }
}

/** Endings of what is made of an upload. */
export const IMPORT_ENDINGS = ['rows', 'photos'] as const;

/** The files of one upload, by the name of the upload. */
export const importFilesIn = (blobName: string) => ({
  upload: blobName,
  rows: nameIn(blobName, 'rows'),
  photos: nameIn(blobName, 'photos'),
});

/** Lists of a team are read as contacts are, and have files of their own. */
export const openImports = (means: Parameters<typeof openLongWork>[0]) =>
  openLongWork<ImportTasks>(
    means,
    { source: 'server/people/import/import-process.ts', name: 'import' },
    {
      busy: 'We’re importing many files right now. Please try again in a moment.',
      waitForYours: 'We’re still reading your other import. Please try again in a moment.',
      refused: (name) => `We couldn’t read ${name}. It’s damaged or isn’t a contact file.`,
    },
  );
