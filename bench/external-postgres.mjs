import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tsImport } from 'tsx/esm/api';

/** A PostgreSQL beside the product, reached by DATABASE_URL: stands in for an operator's managed database. */

/**
 * Starts a new one in a folder below `above`, reachable by socket only; `pid` is its first process. `pause` takes it down as a failing host does,
 * `resume` brings it back, `stop` ends it for good.
 */
export async function startExternal(above) {
  /** @type {typeof import('../server/db/embedded/cluster.ts')} */
  const { prepareCluster } = await tsImport('../server/db/embedded/cluster.ts', import.meta.url);
  /** @type {typeof import('../server/db/embedded/postmaster.ts')} */
  const { isListening, serverPid, spawnServer, stopServer } = await tsImport(
    '../server/db/embedded/postmaster.ts',
    import.meta.url,
  );
  const cluster = await prepareCluster(path.join(above, 'external'));
  const start = async () => {
    await spawnServer(cluster, () => {});
    while (!(await isListening(cluster))) await sleep(20);
  };
  await start();
  return {
    pid: serverPid(cluster),
    url: `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(cluster.socketDir)}`,
    pause: () => process.kill(serverPid(cluster), 'SIGQUIT'),
    resume: start,
    stop: () => stopServer(cluster),
  };
}
