import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Config, readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { copyDatabase } from './copy-database.ts';
import { BackupRefusal } from './format.ts';

/**
 * `npm run admin -- move-to DATABASE_URL`: copies the embedded database into an empty one of the operator's, while Goldleaf is
 * stopped. The embedded one stays, and so do files. Throws errors with messages for the operator.
 */
export async function moveTo(config: Config, url: string, log: Pick<Logger, 'debug'>): Promise<string> {
  if (config.databaseUrl)
    throw new BackupRefusal('DATABASE_URL is set, so Goldleaf uses a database of your own already.');
  const folder = path.join(config.dataDir, 'postgres');
  if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
    throw new BackupRefusal(`There is no database in ${folder}. Set DATA_DIR as the app has it.`);
  const { databaseUrl: connectionString } = readConfig({ DATABASE_URL: url });
  // A running Goldleaf owns it, and would go on writing there.
  const embedded = await connectDatabase(config, log);
  try {
    const rows = await copyDatabase(embedded.direct, { connectionString });
    return [
      `The database is moved: ${rows.toLocaleString('en')} rows are in the new one, which is the same.`,
      `Set DATABASE_URL to it, leave DATA_DIR as it is, and start Goldleaf. The old database stays in ${folder}: delete it once you are content.`,
    ].join('\n');
  } finally {
    await embedded.stop();
  }
}
