import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const TIMEOUT_MS = 2_000;
const TEST_AGAIN_MS = 5_000;
/**
 * Too large to be stored inline in the row, and random so that it does not compress: the check needs free disk space. A
 * small update would fit on an existing page.
 */
const TEST_BYTES = 8_192;

/** Resolves to whether the database accepts writes; all who ask within 5 s share one check. */
export type Readiness = () => Promise<boolean>;

/** `now` is a monotonic clock in milliseconds. */
export function createReadiness(pool: pg.Pool, now: () => number = () => performance.now()): Readiness {
  let tested: Promise<boolean> | undefined;
  let testedAt = 0;
  return () => {
    if (!tested || now() - testedAt >= TEST_AGAIN_MS) {
      testedAt = now();
      tested = keepsInTime(pool);
    }
    return tested;
  };
}

/**
 * `GET /healthz`: 200 once the process serves, 503 from when it is to stop. `GET /readyz`: 200 while the database accepts
 * writes, else 503. Proxies should route by `/healthz`: cards are served while the database is away.
 */
export function serveHealth(server: FastifyInstance, isReady: Readiness, isLeaving: () => boolean): void {
  server.get('/healthz', async (_request, reply) =>
    reply
      .status(isLeaving() ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: isLeaving() ? 'stopping' : 'ok' }),
  );
  server.get('/readyz', async (_request, reply) => {
    const isOk = await isReady();
    return reply
      .status(isOk ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isOk ? 'ok' : 'not ready' });
  });
}

async function keepsInTime(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, false);
  });
  const kept = writeAnything(pool).then(
    () => true,
    () => false,
  );
  return Promise.race([kept, late]).finally(() => clearTimeout(timer));
}

/** Random bytes that are no secret, stored in the existing table for bytes. */
const writeAnything = (pool: pg.Pool) =>
  pool.query(
    `insert into secrets (name, value) values ('readiness test', $1)
     on conflict (name) do update set value = excluded.value`,
    [randomBytes(TEST_BYTES)],
  );
