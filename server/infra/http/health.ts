import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const PATIENCE_MS = 2_000;

/** `GET /healthz`: 200 once the process serves. `GET /readyz`: 200 once the database answers, else 503. */
export function serveHealth(server: FastifyInstance, pool: pg.Pool): void {
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const isReady = await answersInTime(pool);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'waiting for the database' });
  });
}

async function answersInTime(pool: pg.Pool): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref());
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]);
}
