import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { type Client, createClient } from '#test/server.ts';

/** The built product as a process of its own with a database of its own, for journeys in browsers. */

export interface Person {
  fullName: string;
  username: string;
  email: string;
  password: string;
  /** Calls the API as this person. */
  client: Client;
}

export interface BuiltProduct {
  url: string;
  /** A new account, created through the API. */
  register(fullName?: string): Promise<Person>;
  /**
   * Changes the database behind the product's back, for what no call does: time that passed, a right that was granted.
   */
  change(statement: string, values?: unknown[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startBuiltProduct(env: Record<string, string> = {}): Promise<BuiltProduct> {
  const { url, databaseUrl, stop } = await startBuilt(env);
  let people = 0;
  return {
    url,
    stop,
    async register(fullName = 'Ada Lovelace') {
      people += 1;
      const username = `person${people}`;
      const account = { username, email: `${username}@example.com`, password: 'correct horse', fullName };
      const client = createClient(url);
      const answer = await client('POST', '/api/auth/register', account);
      expect(answer.status).toBe(200);
      return { ...account, client };
    },
    async change(statement, values) {
      const database = new pg.Client({ connectionString: databaseUrl });
      await database.connect();
      await database.query(statement, values).finally(() => database.end());
    },
  };
}

async function startBuilt(env: Record<string, string>) {
  const database = await createTestDatabase();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-journey-'));
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      ...env,
    },
  });
  const url = await addressOf(child);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await database.drop();
    await fs.rm(dataDir, { recursive: true });
  };
  return { url, databaseUrl: database.url, stop };
}

/** Links and QR codes contain the port, so it must be known before the start. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The address at which the server reports that it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      const ready = /ready on (http:\/\/[^"\s]+)/.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`The built server stopped with ${code}: ${said}`)));
  });
}

/** Creates a card of this person through the API. */
export async function makeCard(
  person: Person,
  fields: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const card = { name: 'Work', fullName: person.fullName, company: 'Analytical Engines', ...fields };
  const answer = await person.client('POST', '/api/cards', card);
  expect(answer.status).toBe(200);
  return answer.body;
}
