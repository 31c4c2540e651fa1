import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { AppContext } from '#server/context.ts';
import { filesOf } from './account-imports.ts';
import type { CardOfArchive } from './archive-tasks.ts';

/** The cards of an archive, one after the other. */
export async function* readCardLines(
  { accountImports }: Pick<AppContext, 'accountImports'>,
  blobName: string,
): AsyncGenerator<CardOfArchive> {
  const input = createReadStream(accountImports.pathOf(filesOf(blobName).cards));
  try {
    for await (const line of createInterface({ input })) yield JSON.parse(line) as CardOfArchive;
  } finally {
    input.destroy();
  }
}
