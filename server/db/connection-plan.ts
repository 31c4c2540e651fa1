import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { CONNECTION_NAME } from '#server/db/open.ts';
import { keepsStatements } from '#server/db/prepared.ts';

/**
 * How the connections that a database accepts are divided among the processes of this machine, so that all of them together
 * never ask for one too many (docs/decisions/385).
 */

/** A process alone has these for its requests, and never needs more. */
const POOL_MAX = 16;
/** With fewer, people would wait for each other's statements. */
const POOL_MIN = 4;
/** Besides, of each process: for notifications, and for jobs it adds. */
const BESIDE = 2;
/** Besides, of one that runs jobs: for the queue, its notifications, and the upkeep of lists. */
const FOR_JOBS = 4;
/** For commands, backups and whoever looks; given up if there are few. */
const SPARE = 6;

/** How many of a process's connections may read lists: half, so that others find one. A standby that reads them has as many. */
export const countForLists = (pool: number): number => Math.ceil(pool / 2);

/** Each process has one connection of this name. */
export const LISTENER_NAME = 'goldleaf-page-changes';

/** The processes of a machine that is to be started. */
export interface Machine {
  workers: number;
  /** How many of them run jobs. */
  withJobs: number;
  /** True if requests lead through a pooler, which has limits of its own. */
  isPooled: boolean;
  /** DATABASE_CONNECTIONS. */
  atMost?: number | undefined;
}

type Settings = Pick<
  Config,
  'workers' | 'role' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseConnections'
>;

export const machineOf = (config: Settings): Machine => ({
  workers: config.workers,
  withJobs: config.role === 'all' ? 1 : config.role === 'jobs' ? config.workers : 0,
  isPooled: !keepsStatements(config),
  atMost: config.databaseConnections,
});

export interface ConnectionPlan {
  workers: number;
  /** The size of a process's pool. */
  pool: number;
  /** Of all processes of the machine together, in a rolling restart as well; without those that a pooler opens for them. */
  total: number;
  isPooled: boolean;
}

/** The connections of a database. */
export interface Room {
  /** `max_connections`. */
  accepted: number;
  /** Of these, the ones that our role may use: some are kept for superusers, and roles and databases can have limits. */
  usable: number;
  /** Open ones that are not ours. */
  others: number;
  /** Goldleaf's processes on this database. */
  processes: number;
}

const ROOM = `
  select current_setting('max_connections')::int as accepted,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as usable,
    greatest(0, (select sum(numbackends)::int from pg_stat_database) - ours.connections) as others,
    ours.processes
  from (
    select count(*)::int as connections,
      count(*) filter (where application_name = '${LISTENER_NAME}')::int as processes
    from pg_stat_activity
    where datname = current_database() and (application_name like '${CONNECTION_NAME}%' or pid = pg_backend_pid())
  ) ours`;

type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

/** One statement. */
export async function readRoom(ask: Ask): Promise<Room> {
  const { rows } = await ask(ROOM);
  return rows[0] as Room;
}

async function readRoomOf(connection: pg.ClientConfig): Promise<Room> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await readRoom((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}

/** Reads what there is, and plans. `direct` must not lead through a pooler. */
export async function planFor(
  direct: pg.ClientConfig,
  machine: Machine,
): Promise<{ plan: ConnectionPlan; room: Room }> {
  const room = await readRoomOf(direct);
  // None of the machine that starts is among them.
  return {
    plan: planConnections(room, machine),
    room: { ...room, processes: room.processes + machine.workers },
  };
}

/** Says in the log what is left. */
export function sayRoom(log: Pick<Logger, 'info' | 'warn'>, room: Room, plan: ConnectionPlan): void {
  const { sentence, isScarce } = describeRoom(room, plan);
  log[isScarce ? 'warn' : 'info'](sentence);
}

/** Throws an error with a message for the operator if not even the least fits. */
export function planConnections({ accepted, usable }: Room, machine: Machine): ConnectionPlan {
  const { workers, withJobs, isPooled, atMost = usable } = machine;
  // In a rolling restart, a new process stands beside the one that it replaces.
  const spare = workers > 1 ? 1 : 0;
  const processes = workers + spare;
  const beside = processes * BESIDE + (withJobs + spare) * FOR_JOBS;
  const room = Math.min(usable, atMost);
  const shareOf = (connections: number) => Math.floor((connections - beside) / processes);
  const share = isPooled
    ? room < beside
      ? 0
      : POOL_MAX
    : Math.min(POOL_MAX, Math.max(shareOf(room - SPARE), Math.min(POOL_MIN, shareOf(room))));
  if (share < POOL_MIN) {
    const needed = beside + (isPooled ? 0 : processes * POOL_MIN);
    throw new Error(
      `Goldleaf cannot start. With WORKERS=${workers} it needs ${needed} connections to the database, and may use ${room} of ${accepted}. ` +
        `Set a lower WORKERS, or raise ${atMost < usable ? 'DATABASE_CONNECTIONS' : 'max_connections of the database'}.`,
    );
  }
  return { workers, pool: share, total: beside + (isPooled ? 0 : processes * share), isPooled };
}

/**
 * In words: what Goldleaf may use, and what is left. Processes of other machines are reckoned with as many as ours have.
 * `isScarce`: an operator has to do something.
 */
export function describeRoom(
  { accepted, usable, others, processes }: Room,
  { workers, total, isPooled }: ConnectionPlan,
): { sentence: string; isScarce: boolean } {
  const elsewhere = Math.max(0, processes - workers) * Math.floor(total / workers);
  const ours = total + elsewhere;
  if (isPooled && usable > ours)
    return {
      sentence: `Beside your pooler, Goldleaf may use ${ours} of the database’s ${accepted} connections; the pooler and other programs may have ${usable - ours}.`,
      isScarce: false,
    };
  const left = usable - ours - others;
  const sentence = `Goldleaf may use ${ours} of the database’s ${accepted} connections; `;
  if (left >= 0) return { sentence: `${sentence}${left} are left.`, isScarce: false };
  return {
    sentence: `${sentence}with ${others} of other programs, that is ${-left} more than there are. Set DATABASE_CONNECTIONS on each machine, or raise max_connections.`,
    isScarce: true,
  };
}
