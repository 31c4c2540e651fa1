import { count, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** True if what the server depends on is as it must be, for administrators. */

/** The checks of the price at the payment provider. */
export const PRICE_CHECKS = [
  'currency',
  'amount',
  'interval',
  'type',
  'active',
  'taxBehavior',
  'trial',
  'transform',
  'mode',
] as const;

export const priceCheck = z
  .object({
    name: z.enum(PRICE_CHECKS),
    expected: z.string(),
    found: z.string(),
    isRight: z.boolean(),
  })
  .meta({ id: 'PriceCheck' });
export type PriceCheck = z.output<typeof priceCheck>;

/** A customer whose account is gone and whose subscription still has to be ended at the provider. */
const ending = z.object({
  customerId: z.string(),
  userId: z.string().nullable(),
  username: z.string().nullable(),
  since: moment,
  tries: count,
  error: z.string().nullable(),
});

/** The last comparison with the provider. */
export const comparison = z
  .object({
    startedAt: moment,
    /** Null while it runs. */
    finishedAt: moment.nullable(),
    compared: count,
    /** One sentence for each difference; empty if everything agreed. At most `COMPARISON_SENTENCES_MAX`. */
    said: z.array(z.string()),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.output<typeof comparison>;

export const COMPARISON_SENTENCES_MAX = 200;

export const health = z
  .object({
    isHealthy: z.boolean(),
    /** One sentence for each thing an operator has to do. */
    problems: z.array(z.string()),
    /** Harmless facts that are worth knowing. */
    notes: z.array(z.string()),
    provider: z.object({
      name: z.enum(['stripe', 'test']),
      /** By the secret key; null if it does not tell. */
      isLive: z.boolean().nullable(),
      isAnswering: z.boolean(),
      apiVersion: z.string().nullable(),
    }),
    /** Null for the test provider, and while the price cannot be read. */
    price: z.object({ id: z.string(), checks: z.array(priceCheck) }).nullable(),
    /** The last event of the provider; null if none has arrived. */
    lastEvent: z
      .object({ at: moment, isLive: z.boolean().nullable(), apiVersion: z.string().nullable() })
      .nullable(),
    endings: z.array(ending),
    comparison: comparison.nullable(),
    /** From 30 days before the certificate of Apple Wallet expires: what to do about it. */
    passCertificate: z.string().nullable(),
    /** From a year before the database's PostgreSQL gets its last fixes: what to do about it. */
    database: z.string().nullable(),
    /** While no process has run jobs for some minutes: what waits, and what to do about it. */
    jobs: z.string().nullable(),
    /** How many of the database's connections are left; `isScarce` if something has to be done about it. */
    connections: z.object({ sentence: z.string(), isScarce: z.boolean() }),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof health>;
