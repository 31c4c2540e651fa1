import { createInterface } from 'node:readline';
import type { AppContext } from '#server/context.ts';
import { archiveFilesIn } from '../account-imports.ts';

/** The cards of an archive, one after the other, as JSON of `CardOfArchive`. */
export async function* readCardLines(
  { accountImports }: Pick<AppContext, 'accountImports'>,
  blobName: string,
): AsyncGenerator<string> {
  const input = accountImports.store.read(archiveFilesIn(blobName).cards);
  try {
    for await (const line of createInterface({ input })) yield line;
  } finally {
    input.destroy();
  }
}
