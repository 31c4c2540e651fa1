import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type RunningApp, startApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { makeCheap } from '#test/cheap-passwords.ts';
import { type Client, createClient } from '#test/client.ts';
import { createTestDatabase } from '#test/database.ts';

export type { Answer, Client } from '#test/client.ts';

/** The real app on a port and a database of its own, for one test file. */

export interface TestServer {
  running: RunningApp;
  url: string;
  /** A client with a cookie jar of its own. */
  client(): Client;
}

/** `env` overrides settings; `now` is the app's clock; passwords are hashed at the product's cost only on request. */
export function startTestServer(
  env: Record<string, string> = {},
  now?: () => Date,
  { hasRealPasswords = false } = {},
): TestServer {
  const server: Partial<TestServer> = {};
  let stop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    const database = await createTestDatabase();
    const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-data-'));
    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    };
    const running = await startApp(readConfig({ ...settings, ...env }), now);
    if (!hasRealPasswords) makeCheap(running.app.passwords);
    await new Promise<void>((resolve) => running.server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(running.server.address() as AddressInfo).port}`;
    Object.assign(server, { running, url, client: () => createClient(url) });
    stop = async () => {
      await running.close();
      await database.drop();
      await fs.rm(dataDir, { recursive: true });
    };
  });
  afterAll(() => stop());
  return server as TestServer;
}
