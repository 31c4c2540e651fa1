import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { unprivilegedUser } from '#server/db/embedded/binaries.ts';
import { freePort, makeFolder } from '#test/process/product.ts';

/** Debian's PgBouncer in transaction mode, as docs/operate.md has it, in front of a database on this machine. */

export interface PgBouncer {
  url: string;
  /** Ends it and all connections at once, and starts it again. */
  restart(): Promise<void>;
}

export async function startPgBouncer({ host, user }: { host: string; user: string }): Promise<PgBouncer> {
  const folder = makeFolder();
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    // Fewer than a process has connections, so that they are shared.
    default_pool_size: 6,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  fs.writeFileSync(
    file,
    `[databases]\npostgres = host=${host} user=${user}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const runAs = unprivilegedUser();
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn('/usr/sbin/pgbouncer', ['-q', file], { stdio: 'ignore', ...runAs });
    while (!(await isAnswering(url))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
      await sleep(50);
    }
  };
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  onTestFinished(end);
  return {
    url,
    async restart() {
      await end();
      await start();
    },
  };
}

async function isAnswering(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
