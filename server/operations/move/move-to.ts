import type { Logger } from 'pino';
import { type Config, readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { readMajor } from '#server/db/embedded/cluster.ts';
import { databaseFolder } from '#server/db/embedded/folders.ts';
import { BackupRefusal } from '#server/operations/backup/format.ts';
import type { OnProgress } from '#server/operations/backup/progress.ts';
import { copyDatabase } from './copy-database.ts';

/**
 * `npm run admin -- move-to DATABASE_URL`: copies the embedded database into an empty one of the operator's, while Goldleaf is
 * stopped. The embedded one stays, and so do files. Throws errors with messages for the operator.
 */
export async function moveTo(
  config: Config,
  log: Pick<Logger, 'debug'>,
  onProgress: OnProgress,
  url: string,
): Promise<string> {
  if (config.databaseUrl)
    throw new BackupRefusal('DATABASE_URL is set, so Goldleaf uses a database of your own already.');
  const folder = databaseFolder(config);
  if (!readMajor(folder))
    throw new BackupRefusal(`There is no database in ${folder}. Set DATA_DIR as the app has it.`);
  const { databaseUrl: connectionString } = readConfig({ DATABASE_URL: url });
  // A running Goldleaf owns it, and would go on writing there.
  const embedded = await connectDatabase(config, log);
  try {
    const rows = await copyDatabase(embedded.direct, { connectionString }, onProgress);
    return [
      `The database is moved: ${rows.toLocaleString('en')} rows are in the new one, which is the same.`,
      `Set DATABASE_URL to it, leave DATA_DIR as it is, and start Goldleaf. The old database stays in ${folder}: delete it once you are content.`,
    ].join('\n');
  } finally {
    await embedded.stop();
  }
}
