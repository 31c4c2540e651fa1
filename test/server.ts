import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { DestinationStream } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import { type RunningApp, startApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import type { STATEMENT_TIMES } from '#server/db/statement-times.ts';
import { createLog } from '#server/infra/log.ts';
import { makeCheap } from '#test/cheap-passwords.ts';
import { type Client, createClient } from '#test/client.ts';
import { createStartedDatabase } from '#test/started-database.ts';

export type { Answer, Client } from '#test/client.ts';

/** The real app on a port and a database of its own, for one test file. */

export interface TestServer {
  running: RunningApp;
  url: string;
  /** A client with a cookie jar of its own. */
  client(): Client;
}

interface Settings {
  /** Overrides settings. */
  env?: Record<string, string>;
  /** The app's clock. */
  now?: (() => Date) | undefined;
  hasRealPasswords?: boolean;
  /** Receives the lines of the log; its level is LOG_LEVEL. */
  logged?: DestinationStream | undefined;
  /** How long statements may take: usually long, since a busy machine is no reason to fail. */
  times?: typeof STATEMENT_TIMES | undefined;
}

const long = { statementMs: 60_000, lockMs: 60_000 };
const LONG_TIMES: typeof STATEMENT_TIMES = { visitors: long, signedIn: long, jobs: long };
/** Eight for requests, half as many as usual: each is a process, which PostgreSQL starts and ends for each app. */
const FEW_CONNECTIONS = '20';
/** No such folder: reading the six hundred files of a built app costs each start more than a tenth of a second of a core. */
const NO_FILES = '/no-built-files';

/** `env` overrides settings; `now` is the app's clock; passwords are hashed at the product's cost only on request. */
export function startTestServer(
  env: Record<string, string> = {},
  now?: () => Date,
  { hasRealPasswords = false, logged, times }: Pick<Settings, 'hasRealPasswords' | 'logged' | 'times'> = {},
): TestServer {
  const server: Partial<TestServer> = {};
  let stop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    const opened = await openTestServer({ env, now, hasRealPasswords, logged, times });
    Object.assign(server, opened.server);
    stop = opened.stop;
  });
  afterAll(() => stop());
  return server as TestServer;
}

/** The app that `startTestServer` starts before the tests of a file, and stops after them. */
export async function openTestServer({
  env,
  now,
  hasRealPasswords,
  logged,
  times = LONG_TIMES,
}: Settings = {}) {
  const database = await createStartedDatabase();
  const dataDir = await fs.mkdtemp(path.join(inject('runFolder'), 'data-'));
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATABASE_CONNECTIONS: FEW_CONNECTIONS,
  };
  const config = readConfig({ ...settings, ...env });
  const running = await startApp(config, now, createLog(config, logged), undefined, {
    times,
    files: NO_FILES,
  });
  await running.working;
  if (!hasRealPasswords) makeCheap(running.app.passwords);
  await new Promise<void>((resolve) => running.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(running.server.address() as AddressInfo).port}`;
  const server: TestServer = { running, url, client: () => createClient(url) };
  const stop = async () => {
    // No request is in transit, for which an app that closes would wait.
    running.server.closeIdleConnections();
    await running.close();
    // Nobody waits for it, and what the end of the run leaves goes with the server.
    database.drop().catch(() => {});
    await fs.rm(dataDir, { recursive: true });
  };
  return { server, stop };
}
