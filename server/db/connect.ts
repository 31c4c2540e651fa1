import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { databaseFolder } from '#server/db/embedded/folders.ts';
import { refuseHalfRestored, removeSpools } from '#server/db/half-restored.ts';
import { databaseAt } from '#server/db/open.ts';

type Log = Pick<Logger, 'debug' | 'warn'>;

export interface DatabaseHome {
  /** For the connection pool; may lead through a pooler. */
  connection: pg.ClientConfig;
  /** For migrations and notifications: never through a pooler. */
  direct: pg.ClientConfig;
  stop(): Promise<void>;
}

/** The PostgreSQL of DATABASE_URL, or the embedded one in DATA_DIR. */
export async function connectDatabase(config: Config, log: Log): Promise<DatabaseHome> {
  removeSpools(config.dataDir);
  refuseHalfRestored(config.dataDir);
  return openDatabase(config, log);
}

/** Likewise for a restore itself. */
export async function openDatabase(config: Config, log: Log): Promise<DatabaseHome> {
  if (config.databaseUrl) {
    return {
      connection: databaseAt(config.databaseUrl),
      direct: databaseAt(config.databaseDirectUrl ?? config.databaseUrl),
      stop: async () => {},
    };
  }
  const embedded = await startEmbedded(databaseFolder(config), {
    onLog: (text) => log.debug({ postgres: text.trim() }, 'PostgreSQL'),
    onAway: (reason) => log.warn({ reason }, 'The embedded database does not come back'),
  });
  return { connection: embedded.connection, direct: embedded.connection, stop: () => embedded.stop() };
}
