import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { openDb, openPool } from '#server/db/open.ts';
import { z } from '#shared/contract/zod.ts';
import { createTestDatabase } from '#test/database.ts';
import { type App, defineJob } from './define-job.ts';
import { createQueue } from './queue.ts';

/** A process that takes the job and never finishes it. */
const WORKER = `
  import { pino } from 'pino';
  import { z } from '#shared/contract/zod.ts';
  import { defineJob } from '#server/infra/queue/define-job.ts';
  import { createQueue } from '#server/infra/queue/queue.ts';
  const queue = createQueue({ connectionString: process.argv[1] }, pino({ level: 'silent' }), { heartbeatSeconds: 10, lookMs: 1_000 });
  const run = async () => {
    process.stdout.write('taken');
    await new Promise(() => {});
  };
  queue.register({}, [defineJob('survivor', z.object({ text: z.string() }), run)]);
  await queue.start();
`;

it('A job whose worker was killed while running it is done by another', {
  timeout: 90_000,
}, async () => {
  const database = await createTestDatabase();
  // Dropping the database may cut connections of the ended pool, which is no failure.
  const pool = openPool({ connectionString: database.url }, () => {});
  const args = ['--import', 'tsx', '--input-type=module', '--eval', WORKER, '--', database.url];
  const doomed = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const queue = createQueue({ connectionString: database.url }, pino({ level: 'silent' }), {
    heartbeatSeconds: 10,
    lookMs: 1_000,
  });
  const done: string[] = [];
  try {
    await vi.waitFor(
      async () =>
        expect((await pool.query("select 1 from pgboss.queue where name = 'survivor'")).rowCount).toBe(1),
      { timeout: 30_000, interval: 50 },
    );
    const taken = once(doomed.stdout, 'data');
    const { rows } = await pool.query(
      'insert into pgboss.job (name, data, retry_limit, retry_delay, heartbeat_seconds) values (\'survivor\', \'{"text":"kept"}\', 3, 1, 1) returning id',
    );
    expect(rows).toHaveLength(1);
    await taken;
    doomed.kill('SIGKILL');
    const schema = z.object({ text: z.string() });
    queue.register({} as App, [defineJob('survivor', schema, async (_app, { text }) => done.push(text))]);
    await queue.start();
    await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 60_000, interval: 100 });
    expect(await queue.listFailed(openDb(pool), 10, null)).toEqual([]);
  } finally {
    doomed.kill('SIGKILL');
    await queue.stop();
    await pool.end();
    await database.drop();
  }
});
