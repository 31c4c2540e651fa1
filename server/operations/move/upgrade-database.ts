import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { connectDatabase, type DatabaseHome } from '#server/db/connect.ts';
import { NEWEST_MAJOR } from '#server/db/embedded/binaries.ts';
import { readMajor } from '#server/db/embedded/cluster.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import {
  databaseFolder,
  findReplaced,
  replaceDatabase,
  replacedFolder,
  upgradingFolder,
} from '#server/db/embedded/folders.ts';
import { syncFile } from '#server/infra/blobs.ts';
import { BackupRefusal } from '#server/operations/backup/format.ts';
import type { OnProgress } from '#server/operations/backup/progress.ts';
import { removeDatabase, requireDiskRoom } from '#server/operations/backup/restore-place.ts';
import { copyDatabase } from './copy-database.ts';

/**
 * `npm run admin -- upgrade-database`: copies the embedded database into one of the newest PostgreSQL that this release
 * brings, while Goldleaf is stopped, and puts it in its place; the old one is kept. Whatever ends it in the middle leaves
 * the old one where it was. Throws errors with messages for the operator.
 */
export async function upgradeDatabase(
  config: Config,
  log: Pick<Logger, 'debug'>,
  onProgress: OnProgress,
): Promise<string> {
  const folder = requireEmbedded(config);
  const major = readMajor(folder);
  if (!major) throw new BackupRefusal(`There is no database in ${folder}. Set DATA_DIR as the app has it.`);
  if (major >= NEWEST_MAJOR)
    throw new BackupRefusal(
      `The database is of PostgreSQL ${major} already, the newest that this release has.`,
    );
  const kept = replacedFolder(config, major);
  if (findReplaced(config).includes(kept))
    throw new BackupRefusal(
      `${kept} is there from an earlier upgrade. Move it away or delete it, then try again.`,
    );
  const rows = await fillNew(config, log, onProgress);
  replaceDatabase(config, kept);
  await syncFile(config.dataDir);
  return [
    `The database is of PostgreSQL ${NEWEST_MAJOR} now: ${rows.toLocaleString('en')} rows were copied and counted.`,
    `Start Goldleaf. The old database stays in ${kept}; once you are content, npm run admin -- upgrade-database --remove-old deletes it.`,
  ].join('\n');
}

/** Resolves to the number of rows once the new database is complete and stopped. */
async function fillNew(config: Config, log: Pick<Logger, 'debug'>, onProgress: OnProgress): Promise<number> {
  // A running Goldleaf owns it, and would go on writing there.
  const old = await connectDatabase(config, log);
  try {
    await removeDatabase(upgradingFolder(config));
    await requireDiskRoom(config, await sizeOfCopy(old), 'upgrade');
    const made = await startEmbedded(upgradingFolder(config), {
      onLog: (text) => log.debug({ postgres: text.trim() }, 'PostgreSQL'),
      ownedAs: databaseFolder(config),
    });
    try {
      return await copyDatabase(old.direct, made.connection, onProgress);
    } finally {
      await made.stop();
    }
  } catch (error) {
    await removeDatabase(upgradingFolder(config));
    throw error;
  } finally {
    await old.stop();
  }
}

/** How much of its log PostgreSQL keeps beside the data while they are written (max_wal_size). */
const LOG_MAX = 1024 ** 3;

async function sizeOfCopy({ direct }: Pick<DatabaseHome, 'direct'>): Promise<number> {
  const client = new pg.Client(direct);
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    );
    const size = Number(rows[0]?.size);
    return size + Math.min(size, LOG_MAX);
  } finally {
    await client.end();
  }
}

/** `npm run admin -- upgrade-database --remove-old`: deletes what an upgrade kept. Goldleaf may run. */
export async function removeReplaced(config: Config): Promise<string> {
  const folder = requireEmbedded(config);
  const major = readMajor(folder) ?? 0;
  const old = findReplaced(config).filter((one) => (readMajor(one) ?? major) < major);
  if (old.length === 0) throw new BackupRefusal(`There is no older database beside ${folder}.`);
  for (const one of old) await removeDatabase(one);
  return `Deleted: ${old.join(', ')}.`;
}

function requireEmbedded(config: Config): string {
  if (config.databaseUrl)
    throw new BackupRefusal(
      'DATABASE_URL is set, so Goldleaf uses a database of your own. Upgrade that with the tools of PostgreSQL, such as pg_upgrade.',
    );
  return databaseFolder(config);
}
