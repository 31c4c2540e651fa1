import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach } from 'vitest';
import { findBinaries, NEWEST_MAJOR, runAsOptions, unprivilegedUser } from '#server/db/embedded/binaries.ts';
import { makeDataFolder, makeFolder } from '#test/process/product.ts';

/** A PostgreSQL with a standby that follows it, behind one address that leads to either. */

export interface Server {
  connection: pg.ClientConfig;
  /** Ends it and its connections at once, as a machine that fails. */
  kill(): void;
}

export interface Pair {
  /** With the files of this database. */
  dataDir: string;
  primary: Server;
  standby: Server;
  /** Leads to `primary` at first. */
  url: string;
  /** Leads to the standby alone, as DATABASE_REPLICA_URL. */
  replicaUrl: string;
  /** The standby becomes a primary, and the address leads to it from now on; resolves to when, as it says. */
  promote(): Promise<string>;
  /** Nothing that is sent arrives any more, and no connection ends: the cable is pulled. */
  cut(): void;
  /** Likewise for the address of the standby, which takes no connection either. */
  cutReplica(): void;
}

const PORT = 5432;
const running: ChildProcess[] = [];
const proxies: net.Server[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const child of running.splice(0)) if (child.pid) killGroup(child.pid);
  for (const proxy of proxies.splice(0)) proxy.close();
  for (const socket of sockets) socket.destroy();
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function startServer(dataDir: string, settings: string[]): Promise<Server> {
  const runAs = unprivilegedUser();
  const socketDir = makeFolder();
  if (runAs) fs.chownSync(socketDir, runAs.uid, runAs.gid);
  const args = [
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    'shared_buffers=32MB',
    'wal_level=replica',
    'wal_keep_size=256MB',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  const bin = await findBinaries(runAs, NEWEST_MAJOR);
  const child = spawn(path.join(bin, 'postgres'), ['-D', dataDir, ...args], {
    ...runAsOptions(runAs),
    detached: true,
    stdio: 'ignore',
  });
  running.push(child);
  const connection = { host: socketDir, port: PORT, user: 'app', database: 'postgres' };
  while (!(await answers(connection))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL in ${dataDir} ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return { connection, kill: () => child.pid && killGroup(child.pid) };
}

const answers = (connection: pg.ClientConfig) =>
  ask(connection, 'select 1').then(
    () => true,
    () => false,
  );

export async function ask(connection: pg.ClientConfig, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** A copy of a running server's folder. Source: PostgreSQL, “Making a Base Backup Using the Low Level API”. */
async function copyServer({ connection }: Server, dataDir: string): Promise<string> {
  const folder = path.join(makeFolder(), 'postgres');
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  const left = ['postmaster.pid', 'postmaster.opts'];
  fs.cpSync(dataDir, folder, { recursive: true, filter: (name) => !left.includes(path.basename(name)) });
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  await client.end();
  fs.writeFileSync(path.join(folder, 'backup_label'), rows[0].labelfile);
  fs.writeFileSync(path.join(folder, 'standby.signal'), '');
  const { uid, gid, mode } = fs.statSync(dataDir);
  for (const name of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    fs.chownSync(path.join(folder, name), uid, gid);
  fs.chmodSync(folder, mode);
  return folder;
}

/** An address whose connections lead to the server that `target` names when they are opened; after a cut for good, to none. */
async function openProxy(target: () => Server) {
  const own = new Set<Socket>();
  let isCut = false;
  const add = (socket: Socket, other?: Socket) => {
    for (const set of [own, sockets]) set.add(socket);
    socket.on('error', () => other?.destroy());
    socket.on('close', () => {
      for (const set of [own, sockets]) set.delete(socket);
      other?.destroy();
    });
  };
  const proxy = net.createServer((client) => {
    if (isCut) return add(client);
    const server = net.connect(path.join(String(target().connection.host), `.s.PGSQL.${PORT}`));
    add(client, server);
    add(server, client);
    client.pipe(server).pipe(client);
  });
  proxies.push(proxy);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `postgres://app@127.0.0.1:${(proxy.address() as AddressInfo).port}/postgres`,
    /** `isForGood`: new connections lead nowhere, too. */
    cut(isForGood: boolean) {
      isCut = isForGood;
      for (const socket of own) {
        socket.unpipe();
        socket.pause();
      }
    },
  };
}

/** The standby has all that the primary acknowledges. */
export async function startPair(): Promise<Pair> {
  const dataDir = makeDataFolder();
  const primary = await startServer(path.join(dataDir, 'postgres'), ['max_connections=60']);
  const folder = await copyServer(primary, path.join(dataDir, 'postgres'));
  const standby = await startServer(folder, [
    'max_connections=60',
    `primary_conninfo=host=${primary.connection.host} port=${PORT} user=app application_name=standby`,
  ]);
  await ask(primary.connection, "alter system set synchronous_standby_names = 'standby'");
  await ask(primary.connection, 'select pg_reload_conf()');
  let current = primary;
  const proxy = await openProxy(() => current);
  const replica = await openProxy(() => standby);
  return {
    dataDir,
    primary,
    standby,
    url: proxy.url,
    replicaUrl: replica.url,
    async promote() {
      await ask(standby.connection, 'select pg_promote()');
      current = standby;
      const { rows } = await ask(standby.connection, 'select now()::text as now');
      return rows[0].now;
    },
    cut: () => proxy.cut(false),
    cutReplica: () => replica.cut(true),
  };
}
