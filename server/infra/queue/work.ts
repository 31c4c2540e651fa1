import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError } from '#server/infra/describe-error.ts';
import { createTally, type Tally } from '#server/infra/metrics/outcomes.ts';
import { type App, type Job, PermanentFailure, Unreachable } from './define-job.ts';
import { type DueWatch, type DueWork, watchDue } from './due.ts';

/** The jobs of a queue that this process runs, and the work that it does when it is due. */

/** Jobs of a kind that one process runs at once, but for those that run alone. With one at a time, the second would wait for the next poll. */
const BATCH = 5;

export interface DueOptions {
  sends?: 'nothing';
  leastMs?: number;
}

export interface KindOfApp {
  app: App;
  job: Job;
}

/** After a batch of which none could reach what it needs, and one more, and so on: so many wait for it without being tried. */
const AWAY_FIRST_MS = 500;
const AWAY_MOST_MS = 60_000;

/** Listeners of a worker. */
interface Reports {
  log: Logger;
  outcomes: Tally;
  stopping: AbortSignal;
  /** Some of its jobs are to be retried later. */
  onFailure(): void;
}

const JOB_OUTCOMES = ['completed', 'failed', 'refused', 'given_up'];

export const listOutcomes = (kinds: readonly KindOfApp[]) =>
  kinds.flatMap(({ job }) => JOB_OUTCOMES.map((outcome) => `${job.name} ${outcome}`));

/** Runs a job, and logs its failure as well as reporting it to the queue. */
async function runJob(
  { app, job: kind }: KindOfApp,
  job: JobWithMetadata<object>,
  { log, outcomes, stopping }: Reports,
): Promise<JobResult & { isUnreached?: boolean }> {
  const isLastTry = job.retryCount >= job.retryLimit;
  try {
    // The data of a repeated job is null.
    const data = kind.schema.parse(job.data ?? {});
    const ending = AbortSignal.any([stopping, job.signal]);
    await kind.run(app, data, job.id, job.createdOn, isLastTry, ending);
    outcomes.add(`${kind.name} completed`);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const message = describeError(error);
    log.warn({ job: kind.name, id: job.id, try: job.retryCount + 1, error: message }, 'A job failed');
    const isHopeless = error instanceof PermanentFailure;
    outcomes.add(`${kind.name} ${isHopeless ? 'refused' : isLastTry ? 'given_up' : 'failed'}`);
    const isUnreached = error instanceof Unreachable;
    return { id: job.id, status: isHopeless ? 'deadletter' : 'failed', output: { message }, isUnreached };
  }
}

/** How a process takes jobs. */
const WORK = {
  includeMetadata: true,
  pollingIntervalSeconds: 0.5,
  // Workers are notified of jobs, and `lookForJobs` looks, in one statement for all kinds, for those that are due later or
  // of which they were not notified. Each begins with the first job of its kind, or a start would ask for jobs of each kind.
  notifyPollingIntervalSeconds: 600,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** The kinds that are taken, and the watches of what is due: those that stay inside the house, and the rest. */
export function createWork(
  boss: PgBoss,
  kinds: readonly KindOfApp[],
  { onBegin, ...told }: Omit<Reports, 'outcomes' | 'stopping'> & { onBegin(): void },
) {
  const counts = { jobs: createTally(), work: createTally() };
  const stopping = new AbortController();
  const reports = { ...told, outcomes: counts.jobs, stopping: stopping.signal };
  const taken = new Map<string, KindOfApp>();
  const workers = new Map<string, Promise<string>>();
  const watches = new Map<string, DueWatch>();
  const inside = new Set<string>();
  /** Has a job of this kind taken, if it is one that is taken here by now. */
  const take = (name: string) => {
    const kind = taken.get(name);
    if (!kind || stopping.signal.aborted) return;
    const worker = workers.get(name);
    if (worker) worker.then((id) => boss.notifyWorker(id));
    else workers.set(name, startWorker(boss, kind, reports));
  };
  /** One of this kind was announced, which its worker, if there is one, has heard itself. */
  const hear = (name: string) => workers.has(name) || take(name);
  const whenDue = (name: string, work: DueWork, { sends, leastMs }: DueOptions = {}) => {
    watches.set(name, watchDue(name, work, told.log, { onFailure: counts.work.add, leastMs }));
    if (sends === 'nothing') inside.add(name);
  };
  const begin = async (part: 'inside' | 'rest') => {
    const isOf = (staysInside: boolean) => staysInside === (part === 'inside');
    for (const kind of kinds) if (isOf(kind.job.sends === 'nothing')) taken.set(kind.job.name, kind);
    for (const [name, watch] of watches) if (isOf(inside.has(name))) watch.start();
    onBegin();
  };
  const end = async () => {
    stopping.abort();
    await Promise.all([...watches.values()].map((watch) => watch.stop()));
  };
  return { taken, take, hear, watches, whenDue, counts, begin, end };
}

/** Takes the jobs of a kind; returns the id of the worker. */
function startWorker(boss: PgBoss, kind: KindOfApp, reports: Reports): Promise<string> {
  let away = 0;
  const work = async (taken: JobWithMetadata<object>[]) => {
    const results = await Promise.all(taken.map((job) => runJob(kind, job, reports)));
    away = results.every(({ isUnreached }) => isUnreached) ? away + 1 : 0;
    if (away > 1)
      await sleep(Math.min(AWAY_FIRST_MS * 2 ** (away - 1), AWAY_MOST_MS), undefined, {
        signal: reports.stopping,
      }).catch(() => {});
    if (results.some(({ status }) => status !== 'completed')) reports.onFailure();
    return results;
  };
  const options = { ...WORK, batchSize: kind.job.isAlone ? 1 : BATCH };
  return boss.work<object, void, typeof options>(kind.job.name, options, work);
}
