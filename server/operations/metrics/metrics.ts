import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { packageRoot } from '#server/config/package-root.ts';
import type { AppContext } from '#server/context.ts';
import { watchProcess } from '#server/infra/metrics/process-figures.ts';
import { registerFigures, type Scraped } from '#server/infra/metrics/registry.ts';
import type { RequestFigures } from '#server/infra/metrics/request-figures.ts';
import { createSampled } from '#server/infra/metrics/sampled.ts';
import { backupFigures } from '#server/operations/metrics/backup-figures.ts';
import { productFigures } from '#server/operations/metrics/product-figures.ts';
import { queueFigures } from '#server/operations/metrics/queue-figures.ts';

/** The figures of this process, for Prometheus (docs/decisions/371). */
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

/** `appOf` is called once somebody looks. */
export async function openMetrics(
  appOf: () => AppContext,
  pool: pg.Pool,
  requests: RequestFigures,
): Promise<Metrics> {
  const { version } = JSON.parse(await fs.readFile(path.join(packageRoot, 'package.json'), 'utf8'));
  const watched = watchProcess(version);
  let write: (() => Promise<Scraped>) | undefined;
  const open = () => {
    const app = appOf();
    const figures = [
      ...watched.figures,
      ...productFigures(app, pool, requests),
      ...queueFigures(app.readDb),
      ...backupFigures(app.readDb),
    ];
    return registerFigures(figures, requests);
  };
  return {
    scrape: createSampled(() => {
      write ??= open();
      return write();
    }, SHARED),
    close: watched.close,
  };
}
