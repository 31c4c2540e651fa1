import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { connectDatabase, type DatabaseHome } from '#server/db/connect.ts';
import { prepareCluster, readMajor } from '#server/db/embedded/cluster.ts';
import { embeddedConnection } from '#server/db/embedded/embedded.ts';
import { databaseFolder } from '#server/db/embedded/folders.ts';
import { isListening, serverPid } from '#server/db/embedded/postmaster.ts';
import { refuseHalfRestored } from '#server/db/half-restored.ts';

/**
 * The database for a command run outside the app. A running database is used and left running, whichever process owns
 * it; an embedded one that is not running is started temporarily. Throws errors with messages for the operator.
 */
export async function connectCommand(config: Config, log: Logger): Promise<DatabaseHome> {
  refuseHalfRestored(config.dataDir);
  if (config.databaseUrl) return connectDatabase(config, log);
  const folder = databaseFolder(config);
  if (!readMajor(folder)) {
    throw new Error(
      `There is no database in ${folder}. Start Goldleaf once, or set DATA_DIR or DATABASE_URL as the app has it.`,
    );
  }
  const cluster = await prepareCluster(folder);
  if (!serverPid(cluster) || !(await isListening(cluster))) return connectDatabase(config, log);
  const connection = embeddedConnection(cluster);
  return { connection, direct: connection, stop: async () => {} };
}
