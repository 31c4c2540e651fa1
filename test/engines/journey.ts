import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type BuiltProduct, type Person, startBuiltProduct } from '#test/built-product.ts';
import {
  type Engine,
  type EngineName,
  type Profile,
  type ProfileOptions,
  TIMEOUT_MS,
  withTimeout,
} from './driver.ts';
import { createPage, type EnginePage } from './page.ts';
import { startPuppeteer } from './puppeteer-engine.ts';
import { startWebKit } from './webkit-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that this run of the file drives. */
    engine: EngineName;
  }
}

interface PageOptions extends ProfileOptions {
  /** Signs this person in before the page opens anything. */
  as?: Person;
}

export interface EngineJourney {
  engine: EngineName;
  url: string;
  /** A page in a separate browser profile. Any complaint of its browser fails the test. */
  open(address: string, options?: PageOptions): Promise<EnginePage>;
  /** Expects a complaint that this test causes on purpose; the test also fails if it does not come. */
  expectComplaint(pattern: RegExp): void;
  register: BuiltProduct['register'];
  change: BuiltProduct['change'];
}

/** Starts the product and the engine of this run, for one file. */
export function startEngineJourney({ env = {} }: { env?: Record<string, string> } = {}): EngineJourney {
  let engine: Engine | undefined;
  let product: BuiltProduct;
  const profiles: Profile[] = [];
  const expected: RegExp[] = [];

  const journey: EngineJourney = {
    engine: inject('engine'),
    url: '',
    async open(address, { as, ...options } = {}) {
      engine ??= await startEngine(journey.engine);
      const profile = await engine.open(options);
      profiles.push(profile);
      const page = createPage(profile.driver, profile, journey.url);
      if (as) await signIn(page, as);
      await page.goto(address);
      return page;
    },
    expectComplaint: (pattern) => void expected.push(pattern),
    register: (fullName) => product.register(fullName),
    change: (statement, values) => product.change(statement, values),
  };

  beforeAll(async () => {
    product = await startBuiltProduct(env);
    journey.url = product.url;
  });
  afterEach(async () => {
    const done = profiles.splice(0);
    const heard = done.flatMap(({ complaints }) => complaints);
    const missing = expected.filter((pattern) => !heard.some((line) => pattern.test(line)));
    const unexpected = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
    expected.length = 0;
    try {
      for (const profile of done) await withTimeout('closing a profile', profile.close(), TIMEOUT_MS);
    } catch {
      // An engine that hangs must not fail the tests after it: the next one starts anew.
      await engine?.close();
      engine = undefined;
    }
    expect({ unexpected, missing }).toEqual({ unexpected: [], missing: [] });
  });
  afterAll(async () => {
    await engine?.close();
    await product?.stop();
  });
  return journey;
}

function startEngine(name: EngineName): Promise<Engine> {
  return name === 'webkit' ? startWebKit() : startPuppeteer(name);
}

async function signIn(page: EnginePage, { username, password }: Person): Promise<void> {
  await page.goto('/healthz');
  const status = await page.evaluate(
    async (email, secret) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email, password: secret });
      return (await fetch('/api/auth/login', { method: 'POST', headers, body })).status;
    },
    username,
    password,
  );
  expect(status).toBe(200);
}
