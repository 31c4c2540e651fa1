import fs from 'node:fs';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { NEWEST_MAJOR } from '#server/db/embedded/binaries.ts';
import { readMajor } from '#server/db/embedded/cluster.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts';
import {
  databaseFolder,
  findReplaced,
  replaceDatabase,
  replacedFolder,
  upgradedFolder,
  upgradingFolder,
} from '#server/db/embedded/folders.ts';
import { syncFile } from '#server/infra/blobs/staging.ts';
import { DISK_FULL } from '#server/operations/backup/explain-failure.ts';
import { BackupRefusal } from '#server/operations/backup/format.ts';
import { isDiskSpent, removeDatabase, requireDiskRoom } from '#server/operations/backup/restore-place.ts';
import { copyDatabase } from './copy-database.ts';
import { type CopyParts, openToCopy, requireEmbedded } from './open-to-copy.ts';

const THEIR_TOOLS = '. Upgrade that with the tools of PostgreSQL, such as pg_upgrade.';

/**
 * `npm run admin -- upgrade-database`: copies the embedded database into one of the newest PostgreSQL that this release
 * brings, while Goldleaf is stopped, and puts it in its place; the old one is kept. Whatever ends it in the middle leaves
 * the old one where it was. Throws errors with messages for the operator.
 */
export async function upgradeDatabase(parts: CopyParts): Promise<string> {
  const { config } = parts;
  const { folder, major } = requireEmbedded(config, THEIR_TOOLS);
  if (major >= NEWEST_MAJOR)
    return `The database is of PostgreSQL ${major} already, the newest that this release has.`;
  requireReplaceable(config, folder);
  const kept = replacedFolder(config, major);
  if (fs.existsSync(kept))
    throw new BackupRefusal(`${kept} is there already. Move it away or delete it, then try again.`);
  const old = await openToCopy(parts);
  const rows = await fillNew(parts, old).finally(() => old.stop());
  if (!replaceDatabase(config, kept))
    throw new BackupRefusal(
      'Goldleaf was started meanwhile, so nothing was changed. Stop it, then try again.',
    );
  await syncFile(config.dataDir);
  return [
    `The database is of PostgreSQL ${NEWEST_MAJOR} now: ${rows.toLocaleString('en')} rows were copied and counted.`,
    `Start Goldleaf. The old database stays in ${kept}; once you are content, npm run admin -- upgrade-database --remove-old deletes it.`,
  ].join('\n');
}

/** A link or a mount cannot be renamed with what is in it. */
function requireReplaceable({ dataDir }: Config, folder: string): void {
  const found = fs.lstatSync(folder);
  if (found.isDirectory() && found.dev === fs.statSync(dataDir).dev) return;
  throw new BackupRefusal(
    `${folder} is a link or a disk of its own, so another database cannot take its place. Move it into ${dataDir}, or use move-to.`,
  );
}

/** Resolves to the number of rows once the new database is complete and stopped; otherwise nothing is left of it. */
async function fillNew(parts: CopyParts, old: Embedded): Promise<number> {
  const { config, log } = parts;
  const folder = upgradingFolder(config);
  try {
    await removeDatabase(folder);
    await removeDatabase(upgradedFolder(config));
    await requireDiskRoom(config, await sizeOfCopy(old), 'upgrade');
    const made = await startEmbedded(folder, {
      onLog: (text) => log.debug({ postgres: text.trim() }, 'PostgreSQL'),
      ownedAs: databaseFolder(config),
    });
    try {
      return await copyDatabase(old.connection, made.connection, parts);
    } finally {
      await made.stop();
    }
  } catch (error) {
    const isSpent = await isDiskSpent(config);
    await removeDatabase(folder);
    throw isSpent ? new BackupRefusal(DISK_FULL) : error;
  }
}

/** How much of its log PostgreSQL keeps beside the data while they are written (max_wal_size). */
const LOG_MAX = 1024 ** 3;

async function sizeOfCopy({ connection }: Embedded): Promise<number> {
  const client = new pg.Client(connection);
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
  const { folder, major } = requireEmbedded(config, THEIR_TOOLS);
  const old = findReplaced(config).filter((one) => (readMajor(one) ?? major) < major);
  if (old.length === 0) throw new BackupRefusal(`There is no older database beside ${folder}.`);
  for (const one of old) await removeDatabase(one);
  return `Deleted: ${old.join(', ')}.`;
}
