import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { RunningApp } from '#server/app.ts';
import { openTestServer, type TestServer } from '#test/server.ts';

/** Apps and databases that the files of a worker use one after the other, one for each kind of settings (docs/decisions/289). */

interface Shared {
  server: TestServer;
  /** The parts replaced by tests in other files, as they were at the start. */
  parts: Map<string, unknown>;
  /** People with names of their own that an earlier file has been told of. */
  told: Set<string>;
}

const shared = new Map<string, Promise<Shared>>();

/**
 * For files that set nothing, or what several set. What counts or lists all people, moves a clock, replaces a part of the
 * app, stops it or grants rights needs `startTestServer()`.
 */
export function shareTestServer(env: Record<string, string> = {}): TestServer {
  const server: Partial<TestServer> = {};
  const kind = JSON.stringify(env);
  beforeAll(async () => {
    if (!shared.has(kind)) shared.set(kind, open(env));
    Object.assign(server, (await shared.get(kind))?.server);
  });
  afterAll(async () => {
    const opened = await shared.get(kind);
    if (opened) await expectNothingLeft(opened);
  });
  return server as TestServer;
}

/** It ends with its worker; its database and folder are removed after the run. */
async function open(env: Record<string, string>): Promise<Shared> {
  const { server } = await openTestServer({ env });
  // Between two mailboxes, as it would fail.
  if (env.SMTP_URL) server.running.app.mailer.deliver = async () => 'kept';
  return { server, parts: listParts(server.running), told: new Set() };
}

function listParts({ app }: RunningApp): Map<string, unknown> {
  const functions = (part: object) => Object.entries(part).filter(([, value]) => typeof value === 'function');
  const parts = Object.entries(app).flatMap(([name, part]): [string, unknown][] => [
    [name, part],
    ...functions(Object(part)).map(([key, value]): [string, unknown] => [`${name}.${key}`, value]),
  ]);
  return new Map([...parts, ['config', structuredClone(app.config)]]);
}

/** Otherwise a file would pass or fail with what ran before it in its worker. */
async function expectNothingLeft({ server: { running }, parts, told }: Shared): Promise<void> {
  expect(vi.isFakeTimers(), 'a fake clock is left behind').toBe(false);
  const now = listParts(running);
  const replaced = [...parts].filter(([name, part]) =>
    name === 'config' ? !isDeepStrictEqual(now.get(name), part) : now.get(name) !== part,
  );
  expect(
    replaced.map(([name]) => name),
    'replaced parts are left behind',
  ).toEqual([]);
  const { rows } = await running.app.db.execute<{ username: string }>(
    sql`select username from users where kind <> 'gone' and (username !~ '[0-9]$' or email !~ '[0-9]@' or is_admin)`,
  );
  const named = rows.map(({ username }) => username).filter((username) => !told.has(username));
  for (const username of named) told.add(username);
  expect(named, 'another file could not use these names, or would not expect these rights').toEqual([]);
  await expectNoJobs(running);
}

/** Those that are due later than a file takes disturb nobody. */
async function expectNoJobs({ app: { db } }: RunningApp): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.execute(sql`
        select name, state, data, retry_count, created_on, started_on, output from pgboss.job
        where state = 'failed' or (
          state < 'completed' and start_after < now() + interval '1 minute'
          and left(name, 8) <> '__pgboss'
        )`);
      expect(rows, 'jobs are left behind').toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );
}
