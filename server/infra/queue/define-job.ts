import { z } from '#shared/contract/zod.ts';

/** The jobs: lists in the features' `*.jobs.ts`. Sending a job takes no more than its name. */

/** `server/jobs.ts` adds `app`, the first argument of handlers, and `jobs`, the list of all. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged
export interface Product {}

export type App = Product extends { app: infer Context } ? Context : never;
/** One of the jobs of the product, or of a queue that has others. */
export type JobOf<Jobs> = Jobs extends { jobs: readonly (infer One extends Job)[] } ? One : never;

/**
 * Of what leaves the house, an operator is asked about these after a restore: the original may have sent them
 * (docs/decisions/369).
 */
export type SentByJob = 'mails' | 'pushes' | 'passes' | 'charges' | 'endings';

/** A kind of job: its name, its data, what it does, and how often it is retried. */
export interface Job<Name extends string = string, Data extends object = object> {
  name: Name;
  schema: z.ZodType<Data>;
  retries: number;
  cron?: string | undefined;
  isOn?: ((app: App) => boolean) | undefined;
  sends?: SentByJob | 'nothing' | undefined;
  /** Not added while one waits or runs, in any process. */
  isAlone?: boolean;
  /** The longest that a try may take, in seconds. */
  seconds: number;
  /**
   * `id` and `createdAt` stay the same when the job is retried. After its last try, it is given up. `stopping` is aborted when
   * the process stops, and when the try has lost its time or its worker's claim.
   */
  run(
    app: App,
    data: Data,
    id: string,
    createdAt: Date,
    isLastTry: boolean,
    stopping: AbortSignal,
  ): Promise<unknown>;
}

/** The data of the job with this name. */
export type DataOf<Jobs, Name> =
  Extract<JobOf<Jobs>, { name: Name }> extends { schema: z.ZodType<infer Data extends object> }
    ? Data
    : never;

/** Thrown by a handler whose job will never succeed: it is given up at once instead of being retried. */
export class PermanentFailure extends Error {}

/** Thrown by a handler that cannot reach what all jobs of its kind need: the next of them wait a moment, too. */
export class Unreachable extends Error {}

interface Options {
  /**
   * Retries after the first failure; each waits about twice as long as the one before, from 5 s to 1 h. `unlimited` is
   * for what must happen however long it takes.
   */
  retries?: number | 'unlimited';
  /** The job is also added whenever this cron expression (UTC) is due, once for all processes. */
  cron?: string;
  /** Where this is false, the job waits for a process in which it is true. */
  isOn?: (app: App) => boolean;
  /**
   * Kind of message or act that leaves the house with it. A restored copy runs only what sends `nothing`, and no one is asked about what does not say
   * it, such as deletions by age, which wait as well.
   */
  sends?: SentByJob | 'nothing';
}

/** After this, a try is given up. A dead worker is known earlier, by its heartbeat. */
const TRY_SECONDS = 15 * 60;
/** Much may be over at once. */
const LONG_TRY_SECONDS = 6 * 60 * 60;

/** The largest integer of PostgreSQL: with one try an hour, 245,000 years. */
export const UNLIMITED = 2_147_483_647;

/** `schema` is checked again when the job runs, since the job may be older than the code. */
export function defineJob<const Name extends string, Data extends object>(
  name: Name,
  schema: z.ZodType<Data>,
  run: Job<Name, Data>['run'],
  { retries = 10, ...options }: Options = {},
): Job<Name, Data> {
  const most = retries === 'unlimited' ? UNLIMITED : retries;
  return { name, schema, run, retries: most, seconds: TRY_SECONDS, ...options };
}

const nothing = z.record(z.string(), z.never());

interface Repeating extends Pick<Options, 'isOn' | 'sends'> {
  /** It sends, or asks others: one that hangs must not keep the next from running for hours. */
  isBrief?: boolean;
}

/**
 * A job without data that is not retried until it is due again. It never runs beside itself; one that is also sent for a later
 * time, or sends what is to follow it, is `defineJob` with a `cron`. Once `stopping` is aborted, it ends after its current step,
 * and the next goes on.
 */
export const defineRepeated = <const Name extends string>(
  name: Name,
  cron: string,
  run: (app: App, stopping: AbortSignal) => Promise<unknown>,
  { isBrief = false, ...options }: Repeating = {},
): Job<Name, Record<string, never>> => ({
  ...defineJob(name, nothing, (app, _data, _id, _at, _isLast, stopping) => run(app, stopping), {
    ...options,
    cron,
    retries: 2,
  }),
  isAlone: true,
  seconds: isBrief ? TRY_SECONDS : LONG_TRY_SECONDS,
});
