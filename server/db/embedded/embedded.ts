import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, type ClusterKind, prepareCluster } from '#server/db/embedded/cluster.ts';
import { isListening, PORT, serverPid, spawnServer, stopServer } from '#server/db/embedded/postmaster.ts';
import { isDatabaseAway } from '#server/db/open.ts';

/**
 * A private PostgreSQL in a folder: unix socket only, never as root. It adopts a server left running by a killed
 * process, restarts one that was killed, and refuses a second Goldleaf on the same folder (docs/decisions/002).
 */

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

/** An arbitrary constant: the session lock by which one Goldleaf owns the database. */
const OWNER_LOCK = 715_002;
/** The connection of a process killed just now may take a moment to close. */
const OWNER_TIMEOUT_MS = 3_000;
/** How long a server may fail to start; one that is recovering from a crash has all the time it needs. */
const START_TIMEOUT_MS = 60_000;

/** How to connect to the server of a folder, whichever process started it. */
export const embeddedConnection = ({ socketDir }: Cluster): Embedded['connection'] => ({
  host: socketDir,
  port: PORT,
  user: 'app',
  database: 'postgres',
});

interface Listeners {
  onLog(text: string): void;
  /** It has ended and does not come back, for this reason; told once until it is back. */
  onAway?: ((reason: string) => void) | undefined;
}

/**
 * Starts or adopts the server of `dataDir`; resolves once it accepts connections. Throws errors with messages for the
 * operator.
 */
export async function startEmbedded(
  dataDir: string,
  { onLog, onAway, ...kind }: Listeners & ClusterKind,
): Promise<Embedded> {
  let cluster = await prepareCluster(dataDir, kind);
  const connection = embeddedConnection(cluster);
  let isStopping = false;
  let restarting: Promise<unknown> = Promise.resolve();
  let lock = await acquireCluster(cluster, connection, onLog);
  if (cluster.isReadOnly !== (await isReadOnly(lock))) {
    await lock.end();
    await stopServer(cluster);
    cluster = await prepareCluster(dataDir, kind);
    lock = await acquireCluster(cluster, connection, onLog);
  }

  const watch = () => {
    lock.on('error', () => {});
    lock.on('end', () => {
      if (!isStopping) restarting = restart();
    });
  };
  const restart = async () => {
    for (let isFirst = true; !isStopping; isFirst = false) {
      try {
        lock = await acquireCluster(cluster, connection, onLog, () => isStopping);
        return watch();
      } catch (error) {
        onLog(`The database is away: ${String(error)}`);
        if (isFirst && !isStopping) onAway?.((error as Error).message);
        await sleep(1_000);
      }
    }
  };
  watch();
  return {
    connection,
    async stop() {
      isStopping = true;
      await restarting;
      await lock.end().catch(() => {});
      await stopServer(cluster);
    },
  };
}

/** A server that a killed process left running is as that one had it. */
async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    "select current_setting('default_transaction_read_only')::boolean as is",
  );
  return rows[0]?.is === true;
}

/**
 * Gets a running server and the lock that makes it ours, after no server, a crash, an orphan, or one that is stopping.
 */
async function acquireCluster(
  cluster: Cluster,
  connection: Embedded['connection'],
  onLog: (text: string) => void,
  isGivenUp = () => false,
): Promise<pg.Client> {
  let lastWords = '';
  const onText = (text: string) => {
    lastWords = `${lastWords}${text}`.slice(-2000);
    onLog(text);
  };
  let deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && !isGivenUp()) {
    // A killed server stays a zombie for a second or two, and until then a new one refuses to start.
    if (serverPid(cluster) || (await isStarted(cluster, onText))) {
      if (!(await isListening(cluster))) {
        await sleep(20);
        continue;
      }
      try {
        return await takeOwnership(connection, cluster.dataDir);
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        deadline = Date.now() + START_TIMEOUT_MS;
        await sleep(20);
      }
    } else await sleep(250);
  }
  const pid = serverPid(cluster);
  throw new Error(
    pid
      ? `A database server (process ${pid}) runs in ${cluster.dataDir} and does not answer. Stop it, then start again.`
      : `The database in ${cluster.dataDir} did not start. PostgreSQL says: ${lastWords.trim()}`,
  );
}

/** Starts a server; false if it exited, as it does until all processes of a killed one are gone. */
async function isStarted(cluster: Cluster, onText: (text: string) => void): Promise<boolean> {
  const child = await spawnServer(cluster, onText);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  while (!hasEnded() && serverPid(cluster) !== child.pid) await sleep(10);
  return !hasEnded();
}

/** Takes the owner's lock on its own connection, so that it is released with the process, however that ends. */
async function takeOwnership(connection: Embedded['connection'], dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    const deadline = Date.now() + OWNER_TIMEOUT_MS;
    do {
      const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
        OWNER_LOCK,
      ]);
      if (rows[0]?.owned) return client;
      await sleep(100);
    } while (Date.now() < deadline);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  throw new Error(
    `Another Goldleaf is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own, ` +
      'or point both at one database with DATABASE_URL.',
  );
}
