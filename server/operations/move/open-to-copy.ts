import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { readMajor } from '#server/db/embedded/cluster.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts';
import { databaseFolder } from '#server/db/embedded/folders.ts';
import { refuseHalfRestored } from '#server/db/half-restored.ts';
import { BackupRefusal } from '#server/operations/backup/format.ts';
import type { OnProgress } from '#server/operations/backup/progress.ts';

export interface CopyParts {
  config: Config;
  log: Pick<Logger, 'debug'>;
  onProgress: OnProgress;
  /** Aborted once it is to stop. */
  signal: AbortSignal;
}

/** Throws a `BackupRefusal` with `advice` if the database is the operator's own, and another if there is none. */
export function requireEmbedded(config: Config, advice: string): { folder: string; major: number } {
  if (config.databaseUrl)
    throw new BackupRefusal(`DATABASE_URL is set, so Goldleaf uses a database of your own${advice}`);
  const folder = databaseFolder(config);
  const major = readMajor(folder);
  if (!major) throw new BackupRefusal(`There is no database in ${folder}. Set DATA_DIR as the app has it.`);
  return { folder, major };
}

/** Starts the embedded database to be copied. A running Goldleaf owns it, and would go on writing there. */
export async function openToCopy({ config, log }: CopyParts): Promise<Embedded> {
  refuseHalfRestored(config.dataDir);
  return startEmbedded(databaseFolder(config), {
    onLog: (text) => log.debug({ postgres: text.trim() }, 'PostgreSQL'),
    isReadOnly: true,
  });
}
