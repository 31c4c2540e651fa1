import { nameIn } from '#server/infra/long-work/long-work.ts';
import { type OpenLongWork, openLongWork } from '#server/infra/long-work/open-long-work.ts';
import type { ArchiveTasks } from './archive-tasks.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The archives that are brought in, and the process that unpacks them. */
    accountImports: OpenLongWork<ArchiveTasks>;
  }
}

/** Endings of what is made of an upload. */
export const ARCHIVE_ENDINGS = ['cards', 'rows', 'photos', 'figures'] as const;

/** The files of one upload, by the name of the upload. */
export const archiveFilesIn = (blobName: string) => ({
  upload: blobName,
  cards: nameIn(blobName, 'cards'),
  rows: nameIn(blobName, 'rows'),
  photos: nameIn(blobName, 'photos'),
  figures: nameIn(blobName, 'figures'),
});

export const openAccountImports = (means: Parameters<typeof openLongWork>[0]) =>
  openLongWork<ArchiveTasks>(
    means,
    { source: 'server/portability/archive/archive-process.ts', name: 'archive' },
    {
      busy: 'We’re reading many archives right now. Please try again in a moment.',
      waitForYours: 'We’re still reading your other archive. Please try again in a moment.',
      refused: (name) => `We couldn’t read ${name}. It’s damaged or isn’t a Goldleaf archive.`,
    },
  );
