import cluster from 'node:cluster';
import type { Config } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { machineOf, planFor, sayRoom } from '#server/db/connection-plan.ts';
import { migrate } from '#server/db/migrate.ts';
import { type LaunchedWorker, launchWorker } from '#server/infra/cluster/launch-worker.ts';
import type { WorkerOrders } from '#server/infra/cluster/messages.ts';
import { createWorkerPlaces } from '#server/infra/cluster/worker-places.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { createLog, type ProcessLog } from '#server/infra/log.ts';

/**
 * The first of several processes: it owns the embedded database, migrates, and looks after the workers. It serves nobody, so
 * that nothing a stranger sends can end it, and the database with it (docs/decisions/385).
 */
export interface FirstProcess {
  log: ProcessLog;
  /** Puts a new worker in each place without a failed request; returns at once. */
  replaceWorkers(): void;
  /** Has all workers finish what they do, then stops the database. */
  close(): Promise<void>;
  /** Each worker does it for itself. */
  leave(): void;
  hurry(): void;
}

/** Resolves once all workers serve. `onHopeless` hears that none does, nor will. */
export async function startFirst(config: Config, onHopeless: () => void): Promise<FirstProcess> {
  const log = createLog(config);
  const database = await connectDatabase(config, log);
  const { connection, direct } = database;
  try {
    await migrate(direct, (sentence) => log.warn(sentence));
    const { plan, room } = await planFor(direct, machineOf(config));
    const launch = await createLaunch(config, { database: { connection, direct }, plan });
    const places = createWorkerPlaces({ count: config.workers, launch, log, onHopeless });
    await places.start();
    sayRoom(log, room, plan);
    // From here on, one that finds no database waits for it.
    cluster.setupPrimary({ args: ['--again'] });
    return {
      log,
      replaceWorkers: () => void replaceAll(places, log),
      leave() {},
      hurry() {},
      async close() {
        await places.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function createLaunch(
  config: Config,
  shared: Pick<WorkerOrders, 'database' | 'plan'>,
): Promise<(number: number) => LaunchedWorker> {
  // Each worker accepts for itself. Handed out by one process, connections cost that one a core.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const hasFigures = config.metricsPort !== undefined || config.metricsToken !== undefined;
  const figures = hasFigures
    ? (await import('#server/infra/metrics/figures-of-all.ts')).createFiguresOfAll()
    : null;
  return (number) => {
    const hasJobs = config.role === 'jobs' || (config.role === 'all' && number === 1);
    const worker = launchWorker({ ...shared, number, hasJobs });
    figures?.follow(worker);
    return worker;
  };
}

async function replaceAll(places: ReturnType<typeof createWorkerPlaces>, log: ProcessLog): Promise<void> {
  try {
    await places.replaceAll();
    log.info('All workers were replaced');
  } catch (error) {
    log.warn({ error: describeError(error) }, 'The workers that are left were not replaced');
  }
}
