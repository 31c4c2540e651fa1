import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { LaunchedWorker } from '#server/infra/cluster/launch-worker.ts';
import type { FiguresOfProcess } from '#server/infra/cluster/messages.ts';

/**
 * One answer for all workers, whichever of them is asked. What is counted never falls: of a worker that ended, or that does
 * not answer in time, its last figures count (docs/decisions/385).
 */

const TIMEOUT_MS = 2_000;

export interface FiguresOfAll {
  /** To be called with each worker at its start. */
  follow(worker: LaunchedWorker): void;
}

const addUp = (figures: readonly FiguresOfProcess[]) => AggregatorRegistry.aggregate([...figures]);
const isSummed = ({ aggregator, type }: MetricObject) => aggregator === 'sum' && String(type) !== 'gauge';

export function createFiguresOfAll(): FiguresOfAll {
  const workers = new Set<LaunchedWorker>();
  const last = new Map<LaunchedWorker, FiguresOfProcess>();
  const asked = new Map<number, () => void>();
  let ended: FiguresOfProcess = [];
  let ids = 0;

  const ask = (worker: LaunchedWorker) => {
    ids += 1;
    const id = ids;
    const answer = new Promise<void>((resolve) => asked.set(id, resolve));
    worker.send({ kind: 'read-figures', id });
    return Promise.race([answer, sleep(TIMEOUT_MS, undefined, { ref: false })]).finally(() =>
      asked.delete(id),
    );
  };
  const write = async () => {
    await Promise.all([...workers].map(ask));
    return addUp([...last.values(), ended]).metrics();
  };
  const forget = async (worker: LaunchedWorker) => {
    workers.delete(worker);
    const figures = (last.get(worker) ?? []) as MetricObject[];
    ended = await addUp([ended, figures.filter(isSummed)]).getMetricsAsJSON();
    last.delete(worker);
  };
  let forgetting = Promise.resolve();
  return {
    follow(worker) {
      workers.add(worker);
      worker.onMessage((message) => {
        if (message.kind === 'figures') {
          if (workers.has(worker)) last.set(worker, message.figures);
          asked.get(message.id)?.();
        } else if (message.kind === 'scrape')
          write().then(
            (text) => worker.send({ kind: 'scraped', id: message.id, text }),
            () => worker.send({ kind: 'scraped', id: message.id, text: null }),
          );
      });
      void worker.ended.then(() => {
        forgetting = forgetting.then(() => forget(worker));
      });
    },
  };
}
