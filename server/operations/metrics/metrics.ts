import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { packageRoot } from '#server/config/package-root.ts';
import type { AppContext } from '#server/context.ts';
import { hearFirst, tellFirst } from '#server/infra/cluster/in-worker.ts';
import { watchProcess } from '#server/infra/metrics/process-figures.ts';
import {
  FIGURES_TYPE,
  type Registered,
  registerFigures,
  type Scraped,
} from '#server/infra/metrics/registry.ts';
import type { RequestFigures } from '#server/infra/metrics/request-figures.ts';
import { createSampled } from '#server/infra/metrics/sampled.ts';
import { backupFigures } from '#server/operations/metrics/backup-figures.ts';
import { productFigures } from '#server/operations/metrics/product-figures.ts';
import { queueFigures } from '#server/operations/metrics/queue-figures.ts';

/** The figures of all processes of this machine, for Prometheus (docs/decisions/371). */
export interface Metrics {
  /** All of them, in Prometheus' text format; those who ask within a second share one answer. */
  scrape(): Promise<Scraped>;
  close(): void;
}

declare module '#server/context.ts' {
  interface AppContext {
    /** Null unless METRICS_PORT or METRICS_TOKEN is set: then nothing is counted for it. */
    metrics: Metrics | null;
  }
}

const SHARED = { everyMs: 1_000, timeoutMs: 10_000 };

interface Source {
  /** Called once somebody looks. */
  appOf: () => AppContext;
  pool: pg.Pool;
  requests: RequestFigures;
  /** The number of this one of several; null if it is alone. */
  worker: number | null;
}

export async function openMetrics({ appOf, pool, requests, worker }: Source): Promise<Metrics> {
  const { version } = JSON.parse(await fs.readFile(path.join(packageRoot, 'package.json'), 'utf8'));
  const watched = watchProcess(version);
  let registered: Registered | undefined;
  const open = () => {
    const app = appOf();
    const figures = [
      ...watched.figures,
      ...productFigures(app, pool, requests),
      ...queueFigures(app.readDb),
      ...backupFigures(app.readDb),
    ];
    registered ??= registerFigures(figures, requests, worker);
    return registered;
  };
  const scrape = worker === null ? () => open().write() : askForAll(() => open().list());
  return { scrape: createSampled(scrape, SHARED), close: watched.close };
}

/** The first process adds up the figures of all workers, and gets those of this one when it asks. */
function askForAll(list: Registered['list']): () => Promise<Scraped> {
  const asked = new Map<number, (text: string | null) => void>();
  let ids = 0;
  hearFirst('read-figures', ({ id }) => {
    list().then(
      (figures) => tellFirst({ kind: 'figures', id, figures }),
      () => {},
    );
  });
  hearFirst('scraped', ({ id, text }) => {
    asked.get(id)?.(text);
    asked.delete(id);
  });
  return async () => {
    ids += 1;
    const id = ids;
    const answer = new Promise<string | null>((resolve) => asked.set(id, resolve));
    tellFirst({ kind: 'scrape', id });
    const text = await answer;
    if (text === null) throw new Error('The figures could not be added up.');
    return { text, contentType: FIGURES_TYPE };
  };
}
