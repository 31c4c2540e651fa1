import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { createTestDatabase } from '#test/database.ts';
import { keeper } from '#test/engines/programs.ts';

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
  databaseUrl: string;
  /** A new account, created through the API. */
  register(fullName?: string): Promise<Person>;
  /**
   * Changes the database behind the product's back, for what no call does: time that passed, a right that was granted.
   */
  change(statement: string, values?: unknown[]): Promise<void>;
  stop(): Promise<void>;
}

/** A product of its own, with these settings besides the usual ones, until it is stopped. */
export async function startBuiltProduct(env: Record<string, string> = {}): Promise<BuiltProduct> {
  const { url, databaseUrl, stop } = await startBuilt(env);
  return {
    url,
    databaseUrl,
    stop,
    async register(fullName = 'Ada Lovelace') {
      const username = unusedName('person');
      const account = { username, email: `${username}@example.com`, password: 'correct horse', fullName };
      const client = createClient(url);
      const answer = await client('POST', '/api/auth/register', account);
      expect(answer.status).toBe(200);
      return { ...account, client };
    },
    async change(statement, values) {
      await query(databaseUrl, statement, values);
    },
  };
}

let names = 0;
/** A username that nobody has yet, also in a product that many files use. */
export function unusedName(start: string): string {
  names += 1;
  return `${start}${names}`;
}

let shared: Promise<BuiltProduct> | undefined;
/**
 * The product with the usual settings that the files of one worker use one after the other. It is never the first file's
 * alone: who counts all people, or changes something for all of them, is told so in every order of files.
 */
export function sharedBuiltProduct(): Promise<BuiltProduct> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<BuiltProduct> {
  const product = await startBuiltProduct();
  const stranger = await product.register('Somebody Else');
  await makeCard(stranger);
  return {
    ...product,
    async change(statement, values = []) {
      if (values.length > 0) return product.change(statement, values);
      throw new Error(
        `This changes other files' people, too: ${statement}. Give the file a product of its own.`,
      );
    },
  };
}

/** Names that were not made with `unusedName` would be taken when another file of this worker uses them. */
export async function expectUnusedNames({ databaseUrl }: BuiltProduct): Promise<void> {
  const fixed = await query(
    databaseUrl,
    "select username, email from users where kind <> 'gone' and (username !~ '[0-9]$' or email !~ '[0-9]@')",
  );
  expect(fixed).toEqual([]);
}

async function query(connectionString: string, statement: string, values?: unknown[]) {
  const database = new pg.Client({ connectionString });
  await database.connect();
  return (await database.query(statement, values).finally(() => database.end())).rows;
}

/**
 * The product ends with the process that started it, however that one ends; workers of tests, for example, are not asked
 * before they are ended.
 */
async function startBuilt(env: Record<string, string>) {
  const database = await createTestDatabase();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-journey-'));
  const child = spawn(keeper, ['dist/server/main.js'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      ...env,
      KEPT_PROGRAM: process.execPath,
      KEPT_FOLDER: dataDir,
    },
  });
  const ended = once(child, 'exit');
  const url = await readAddress(child);
  const stop = async () => {
    child.stdin.end();
    await ended;
    await database.drop();
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
function readAddress(child: ChildProcess): Promise<string> {
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
