import { readConfig } from '#server/config/config.ts';
import { databaseAt } from '#server/db/open.ts';
import { takeOverAtStart } from '#server/infra/hold/paired-files.ts';
import { copyDatabase } from './copy-database.ts';
import { type CopyParts, openToCopy, requireEmbedded } from './open-to-copy.ts';

/**
 * `npm run admin -- move-to DATABASE_URL`: copies the embedded database into an empty one of the operator's, while Goldleaf is
 * stopped. The embedded one stays, and so do files, which are those of the new one alone from its first start on. Throws
 * errors with messages for the operator.
 */
export async function moveTo(parts: CopyParts, url: string): Promise<string> {
  const { folder } = requireEmbedded(parts.config, ' already.');
  const { databaseUrl = url } = readConfig({ DATABASE_URL: url });
  const embedded = await openToCopy(parts);
  try {
    const rows = await copyDatabase(embedded.connection, databaseAt(databaseUrl), parts, takeOverAtStart);
    return [
      `The database is moved: ${rows.toLocaleString('en')} rows are in the new one, which is the same.`,
      `Set DATABASE_URL to it, leave DATA_DIR as it is, and start Goldleaf. The old database stays in ${folder}: delete it once you are content. From that start on, the files belong to the new one; to go back to the old one, run npm run admin -- adopt-files without DATABASE_URL.`,
    ].join('\n');
  } finally {
    await embedded.stop();
  }
}
