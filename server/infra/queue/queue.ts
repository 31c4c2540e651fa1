import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Position } from '#server/db/keyset.ts';
import { type Db, noteConnections, sqlState } from '#server/db/open.ts';
import type { Tally } from '#server/infra/metrics/outcomes.ts';
import type { App, DataOf, Job, JobOf, Product } from './define-job.ts';
import { type DueWork, watchDue } from './due.ts';
import { type FailedJob, findFailedKind, forgetGivenUp, listFailed } from './failed-jobs.ts';
import { LOOK_MS, lookForJobs } from './next-jobs.ts';
import { createNudge } from './nudge.ts';
import {
  createBoss,
  endSchedules,
  hearAnnounced,
  keepSchedules,
  poolOf,
  prepareKinds,
} from './prepare-boss.ts';
import { createWork, type DueOptions, type KindOfApp, listOutcomes } from './work.ts';

/**
 * Durable jobs in the database: added in the transaction of the change they belong to, retried until done, safe from a
 * kill -9 (docs/decisions/020).
 */

export interface SendOptions {
  /**
   * Once per key: while a job of this kind and key is kept (30 days), no other is added. One that was given up is
   * replaced.
   */
  key?: string;
  startAfter?: Date;
}

/** Of a type whose `jobs` are the list of those it takes. */
export interface Queue<Jobs = Product> {
  /** Adds a job; inside a transaction, it exists only if the transaction commits. */
  send<Name extends JobOf<Jobs>['name']>(
    db: Db,
    name: Name,
    data: DataOf<Jobs, Name>,
    options?: SendOptions,
  ): Promise<void>;
  /** Sets what runs jobs; call this before `start`. If a handler throws, its job is retried later. */
  register(app: App, jobs: readonly Job[]): void;
  /**
   * Does this work at the start and whenever it says that more is due, without a job; call this before `start`. If it
   * `sends` nothing, it is also done in a restored copy; there are at least `leastMs` between two looks, however often it is woken.
   */
  whenDue(name: string, work: DueWork, options?: DueOptions): void;
  /** Has a process that does such work look at once at what is due, as after adding something. */
  wake(name: string): void;
  /** Creates the tables, and starts working if this queue `runs` jobs. */
  start(): Promise<void>;
  /** Jobs that were given up, newest first, after this position. */
  listFailed(db: Db, limit: number, from: Position | null): Promise<FailedJob[]>;
  /** Ends of the jobs that this process ran, as `name outcome`, and failures of due work, by name. */
  counts: { jobs: Tally; work: Tally };
  /** Retries a job that was given up, unless one that waits or runs does the same; false if there is none with this id. */
  retry(db: Db, id: string): Promise<boolean>;
  /** As `noteConnections` of `server/db/open.ts`; work under way is repeated. */
  noteConnections(): () => void;
  /**
   * Takes no more jobs and waits at most 8 s for running ones; the rest are retried at the next start. Repeated jobs and due
   * work end after their current step.
   */
  stop(): Promise<void>;
}

/** A unique id that depends only on the kind and the key. RFC 9562, version 8: a hash of our own. */
function deriveId(kind: string, key: string): string {
  const hex = createHash('sha256').update(`${kind} ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const NO_HOLD = { isOn: false, atRelease: () => {} };

interface QueueOptions {
  /** A worker that is silent for this many seconds is dead, and its job goes to another; at least 10. */
  heartbeatSeconds?: number;
  /** The longest between two looks for jobs that are due, or whose worker died. */
  lookMs?: number;
  /** False: jobs can be added, but none is taken here or made by time. */
  runs?: boolean;
  /** Where `runs` is false: has the processes that do such work look. */
  wakeOthers?: ((name: string) => Promise<unknown>) | undefined;
  /** While it is on, only what stays inside the house is done. */
  hold?: { readonly isOn: boolean; atRelease(act: () => Promise<void>): void };
  /** Repeated jobs that no release has anymore. */
  retired?: readonly string[];
}

/** The name of the look for jobs that are due. */
const LATER = 'jobs';

/** When the queue has noted the results of a batch; what failed is due 2.5 s later at the earliest. */
const SETTLED_MS = 2_000;

function doOnce(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}

const STANDARD = { heartbeatSeconds: 30, lookMs: LOOK_MS, runs: true, hold: NO_HOLD };

/** A queue in the database of `connection`, which must not lead through a pooler. */
export function createQueue<Jobs = Product>(
  connection: pg.ClientConfig,
  log: Logger,
  options: QueueOptions = {},
): Queue<Jobs> {
  const { heartbeatSeconds, lookMs, runs, hold, retired, wakeOthers } = { ...STANDARD, ...options };
  const boss = createBoss(connection, log, runs);
  const kinds: KindOfApp[] = [];
  const jobsHere = () => kinds.map(({ job }) => job);
  const off: string[] = [];
  /** A command beside the app opens the queue with its first job. */
  const open = doOnce(() => boss.start().then(() => prepareKinds(boss, jobsHere(), heartbeatSeconds)));
  const onFailure = () => wakeIn(later.wake, SETTLED_MS);
  const work = createWork(boss, kinds, { log, onFailure, onBegin: () => later.wake() });
  const { counts, begin } = work;
  const later = watchDue(
    LATER,
    lookForJobs(boss, () => [...work.taken.keys()], work.take, lookMs),
    log,
  );
  hearAnnounced(boss, work.hear, later.wake);
  const findWatch = (name: string) => (name === LATER ? later : work.watches.get(name));
  const wake = wakeOthers ? createNudge(wakeOthers, log) : (name: string) => findWatch(name)?.wake();
  const scheduling = watchDue('schedules', () => keepSchedules(boss, jobsHere()), log);
  return {
    async send(db, name, data, options = {}) {
      await open();
      await addJob(boss, db, { name, data }, options);
      if (options.startAfter) wakeIn(() => wake(LATER), options.startAfter.getTime() - Date.now());
    },
    register(app, jobs) {
      const isOn = (job: Job) => job.isOn?.(app) ?? true;
      kinds.push(...jobs.filter(isOn).map((job) => ({ app, job })));
      counts.jobs.declare(listOutcomes(kinds));
      off.push(...jobs.flatMap((job) => (isOn(job) ? [] : [job.name])));
    },
    whenDue: work.whenDue,
    wake,
    async start() {
      await open();
      if (!runs) return;
      await endSchedules(boss, off, retired);
      await keepSchedules(boss, jobsHere());
      await begin('inside');
      await (hold.isOn ? hold.atRelease(() => begin('rest')) : begin('rest'));
      for (const watch of [later, scheduling]) watch.start();
      // The first round would come after an hour.
      boss.supervise().catch((error: Error) => boss.emit('error', error));
    },
    listFailed,
    counts,
    retry: (db, id) => retryFailed(boss, db, id),
    noteConnections: () => noteConnections(poolOf(boss)),
    async stop() {
      await Promise.all([work.end(), later.stop(), scheduling.stop()]);
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

async function addJob(
  boss: PgBoss,
  db: Db,
  { name, data }: { name: string; data: object },
  { key, startAfter }: SendOptions,
): Promise<void> {
  const id = key === undefined ? undefined : deriveId(name, key);
  if (id) await forgetGivenUp(db, name, id);
  await boss.send(name, data, {
    db: fromDrizzle(db, sql),
    ...(id ? { id } : {}),
    ...(startAfter ? { startAfter } : {}),
  });
}

async function retryFailed(boss: PgBoss, db: Db, id: string): Promise<boolean> {
  const kind = await findFailedKind(db, id);
  if (kind === undefined) return false;
  const retry = (tx: Db) => boss.retry(kind, id, { db: fromDrizzle(tx, sql) });
  // Within a transaction, a failure undoes this part alone.
  await db.transaction(retry).catch((error: unknown) => {
    // A job that runs alone is there already.
    if (sqlState(error) !== '23505') throw error;
    return forgetGivenUp(db, kind, id);
  });
  return true;
}

/** Looks again after this time, as when a job becomes due; what is due later than the next look is found by it. */
function wakeIn(wake: () => void, ms: number): void {
  if (ms < LOOK_MS) setTimeout(wake, Math.max(0, ms)).unref();
}
