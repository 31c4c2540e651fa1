import type pg from 'pg';
import type { ConnectionPlan } from '#server/db/connection-plan.ts';

/** Messages between the first process, which looks after workers, and the workers. */

/** A worker that was replaced finishes what is under way for so long: nobody waits for its place. */
export const REPLACED_DRAIN_MS = 120_000;

/** A worker's number, its work and its database. */
export interface WorkerOrders {
  /** From 1; a worker that takes the place of another has its number. */
  number: number;
  hasJobs: boolean;
  /** The database is the first process's: workers only connect to it. */
  database: { connection: pg.ClientConfig; direct: pg.ClientConfig };
  plan: ConnectionPlan;
}

/** Figures of one process, as prom-client writes them. */
export type FiguresOfProcess = readonly object[];

export type ToWorker =
  | { kind: 'begin'; orders: WorkerOrders }
  /** `isReplaced`: another one serves in its place. */
  | { kind: 'end'; isReplaced: boolean }
  | { kind: 'read-figures'; id: number }
  /** The figures of all, as asked for by `scrape`; null if they could not be read. */
  | { kind: 'scraped'; id: number; text: string | null };

export type FromWorker =
  /** It serves. A process that serves alone, and the first of several, tell `scripts/serve.mjs` likewise. */
  | 'ready'
  /** It hears now, and may be told to begin: what was sent before is lost. */
  | { kind: 'hearing' }
  | { kind: 'figures'; id: number; figures: FiguresOfProcess }
  | { kind: 'scrape'; id: number };
