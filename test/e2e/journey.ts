import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { type Client, createClient } from '#test/server.ts';

/** The built product as a process of its own on a database of its own, and people with browsers who use it. */

export interface Person {
  fullName: string;
  username: string;
  email: string;
  password: string;
  /** Calls the API as this person. */
  client: Client;
}

interface PageOptions {
  /** CSS pixels; a phone of 390 × 844 when left out. */
  viewport?: { width: number; height: number };
  javaScriptEnabled?: boolean;
  colorScheme?: 'light' | 'dark';
  /** A headless browser says that it is one, and views of bots are not counted. */
  userAgent?: string;
  /** Device pixels to a CSS pixel; phones have 3. */
  deviceScaleFactor?: number;
  /** Signs this person in before the page opens anything. */
  as?: Person;
}

export interface Journey {
  url: string;
  /** A page in a browser profile of its own. Unexpected errors in its console fail the test. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /** A new account, made through the API. */
  register(fullName?: string): Promise<Person>;
  /** Changes the database behind the product, for what no call does: time that passed, a right that was granted. */
  change(statement: string, values?: unknown[]): Promise<void>;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Starts the product for one test file. `expectedErrors`: console errors that the journeys cause on purpose. */
export function startJourney({
  env = {},
  expectedErrors = /^$/,
}: {
  env?: Record<string, string>;
  expectedErrors?: RegExp;
} = {}): Journey {
  let browser: Browser;
  let stop: () => Promise<void> = async () => {};
  const contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  let people = 0;
  let databaseUrl = '';

  const journey: Journey = {
    url: '',
    async open(address, { as, viewport = PHONE, ...options } = {}) {
      const context = await browser.newContext({ baseURL: journey.url, viewport, ...options });
      contexts.push(context);
      if (as) await signIn(context, journey.url, as);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        const text = message.text();
        const isViolation = text.includes('Content Security Policy');
        if (isViolation || (message.type() === 'error' && !expectedErrors.test(text))) complaints.push(text);
      });
      await page.goto(address);
      return page;
    },
    async register(fullName = 'Ada Lovelace') {
      people += 1;
      const username = `person${people}`;
      const account = { username, email: `${username}@example.com`, password: 'correct horse', fullName };
      const client = createClient(journey.url);
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

  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
    const server = await startBuilt(env);
    journey.url = server.url;
    databaseUrl = server.databaseUrl;
    stop = server.stop;
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const heard = complaints;
    complaints = [];
    expect(heard).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await stop();
  });
  return journey;
}

async function signIn(context: BrowserContext, url: string, person: Person): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email: person.username, password: person.password },
  });
  expect(answer.status()).toBe(200);
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

/** Links and QR codes carry the port, so that it must be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The address the server says it is ready on. */
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

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Fails with what axe finds against WCAG 2.2 AA on the page as it stands, each with the element it concerns. */
export async function expectAccessible(page: Page): Promise<void> {
  // A screen is its own chunk: a page has loaded before its screen stands.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const source = await fs.readFile(axeScript, 'utf8');
  // The page's own policy refuses foreign scripts; the debugger's evaluation is not bound by it.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    // What is still fading in has not the contrast it will have.
    const fading = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const result = await axe.run(document, { runOnly: tags });
    return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }));
  });
  expect(violations).toEqual([]);
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wide, view } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(view);
}

/** A card of this person, made through the API. */
export async function makeCard(
  person: Person,
  fields: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const card = { name: 'Work', fullName: person.fullName, company: 'Analytical Engines', ...fields };
  const answer = await person.client('POST', '/api/cards', card);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** The line of a toast with exactly this text. */
export const toastOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

/** Loads the page anew with a signed-in user as the server would tell of them after `changes`. */
export async function withUser(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const account = await response.json();
    await route.fulfill({ response, json: { ...account, user: { ...account.user, ...changes } } });
  });
  await page.reload();
}
