import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type RunningApp, startApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { makeCheap } from '#test/cheap-passwords.ts';
import { createTestDatabase } from '#test/database.ts';

/** The real app on a port and a database of its own, for one test file. */

export interface TestServer {
  running: RunningApp;
  url: string;
  /** A client with a cookie jar of its own. */
  client(): Client;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent and asserts on it
  body: any;
  text: string;
  bytes: Buffer;
  headers: Headers;
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

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

export function createClient(origin: string): Client {
  const cookies = new Map<string, string>();
  return async (method, pathname, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const hasJson = body !== undefined && !isForm && typeof body !== 'string';
    const response = await fetch(origin + pathname, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookies.size ? { cookie: [...cookies.values()].join('; ') } : {}),
        ...(hasJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: hasJson ? JSON.stringify(body) : (body as FormData | string | undefined),
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      text,
      bytes,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : null,
    };
  };
}
