import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  type BuiltProduct,
  expectUnusedNames,
  type Person,
  sharedBuiltProduct,
  startBuiltProduct,
} from '#test/built-product.ts';
import { CHROMIUM_FLAGS, findProgram } from '#test/engines/programs.ts';
import { firstOf } from '#test/thorough.ts';

/** The built product as a process of its own with a database of its own, and people who use it in browsers. */

interface PageOptions {
  /** CSS pixels; a phone of 390 × 844 by default. */
  viewport?: { width: number; height: number };
  javaScriptEnabled?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Simulates Windows' contrast themes; the color scheme says which kind. */
  forcedColors?: 'active';
  /** A finger instead of a mouse. */
  hasTouch?: boolean;
  isMobile?: boolean;
  /** A headless browser says that it is one, and views by bots are not counted. */
  userAgent?: string;
  /** Device pixels per CSS pixel; phones have 3. */
  deviceScaleFactor?: number;
  timezoneId?: string;
  /** Reduced unless a test is about motion: frames between two states show nothing to anyone here. */
  reducedMotion?: 'no-preference';
  /**
   * Elsewhere service workers are blocked: what they fetch passes the tests' routes by, and what they keep would outlast
   * a failure that a test causes.
   */
  serviceWorkers?: 'allow' | 'block';
  /** Signs this person in before the page opens anything. */
  as?: Person;
}

export interface Journey {
  url: string;
  /** A page in a separate browser profile. Console errors, refused responses and policy violations fail the test. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /**
   * Expects an error that this test causes on purpose; the test also fails if it does not come. Its line ends with the
   * address.
   */
  expectError(pattern: RegExp): void;
  register: BuiltProduct['register'];
  change: BuiltProduct['change'];
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };
/** Steps that are alike on both are walked through on a phone, and on a desktop too by `npm run test:all`. */
export const SIZES = firstOf([PHONE, DESKTOP]);

/** Chromium does not log every violation to its console: the refusal of `new Function` may be caught silently. */
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    // biome-ignore lint/suspicious/noConsole: the journeys listen to the console
    console.error(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} at ${sourceFile}`);
  });
}

const ORDINARY = { viewport: PHONE, serviceWorkers: 'block', reducedMotion: 'reduce' } as const;

let launched: Promise<Browser> | undefined;
/** Every worker launches one headless Chromium and drives it itself: a process between them would cost a third more. */
function launch(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findProgram('headless'), args: CHROMIUM_FLAGS });
  return launched;
}

/**
 * The product for one test file: the one that files of this worker share, or one of its own if it has settings of its
 * own in `env`, or changes or counts what belongs to everybody (`isAlone`). `expectedErrors`: console errors that most of
 * its journeys cause on purpose, matched by text alone; errors that a single test causes are declared more narrowly with
 * `expectError`.
 */
export function startJourney({
  env,
  isAlone = env !== undefined,
  expectedErrors = /^$/,
}: {
  env?: Record<string, string>;
  isAlone?: boolean;
  expectedErrors?: RegExp;
} = {}): Journey {
  let browser: Browser;
  let product: BuiltProduct;
  const contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  let expected: RegExp[] = [];

  const journey: Journey = {
    url: '',
    async open(address, { as, ...options } = {}) {
      const settings = { baseURL: journey.url, ...ORDINARY, ...options };
      const context = await browser.newContext(settings);
      contexts.push(context);
      if (as) await signIn(context, journey.url, as);
      await context.addInitScript(tellViolations);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        const text = message.text();
        const isViolation = text.includes('Content Security Policy');
        if (!isViolation && (message.type() !== 'error' || expectedErrors.test(text))) return;
        complaints.push(`${text} ${message.location().url}`);
      });
      await page.goto(address);
      return page;
    },
    expectError: (pattern) => void expected.push(pattern),
    register: (fullName) => product.register(fullName),
    change: (statement, values) => product.change(statement, values),
  };

  beforeAll(async () => {
    browser = await launch();
    product = await (isAlone ? startBuiltProduct(env) : sharedBuiltProduct());
    journey.url = product.url;
  });
  afterEach(async ({ task }) => {
    const seen = task.result?.state === 'fail' ? await describePages(contexts) : [];
    await Promise.all(contexts.splice(0).map(closeQuietly));
    const missing = expected.filter((pattern) => !complaints.some((line) => pattern.test(line)));
    const unexpected = complaints.filter((line) => !expected.some((pattern) => pattern.test(line)));
    complaints = [];
    expected = [];
    const words = [...unexpected, ...missing, ...seen].join('\n');
    expect({ unexpected, missing, seen }, words).toEqual({ unexpected: [], missing: [], seen: [] });
  });
  afterAll(() => product && (isAlone ? product.stop() : expectUnusedNames(product)));
  return journey;
}

/** After a failure: where each page is, and what is there. */
const describePages = (contexts: BrowserContext[]): Promise<string[]> =>
  Promise.all(
    contexts
      .flatMap((context) => context.pages())
      .map(async (page) => {
        const words = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
        return `${page.url()}: ${words.replace(/\s+/g, ' ').slice(0, 1_000)}`;
      }),
  );

/** Responses that are still pending when their page closes fail nobody. */
async function closeQuietly(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

async function signIn(context: BrowserContext, url: string, person: Person): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email: person.username, password: person.password },
  });
  expect(answer.status()).toBe(200);
}

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let axeSource: string | undefined;

/** Fails with what axe finds against WCAG 2.2 AA on the current page, each finding with the element it concerns. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
}

/** First in the light theme, then in the dark one; its colors are all that is different there. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await switchTo(page, 'dark');
  await expectNoViolations(page, ['color-contrast', 'link-in-text-block']);
  await switchTo(page, 'light');
}

async function switchTo(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    colorScheme,
  );
}

/** `rules`: names of rules, or tags of groups of them. */
async function expectNoViolations(page: Page, rules: string[]): Promise<void> {
  // A screen is its own chunk: the page has loaded before its screen is rendered.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  axeSource ??= await fs.readFile(axeScript, 'utf8');
  // The page's policy refuses foreign scripts; the debugger's evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    // An element that is still fading in does not have its final contrast yet; scroll-driven animations never finish on their own.
    const fading = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState, timeline }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    // A color that fades inside another that fades begins anew with each step of the outer one.
    for (let left = fading(); left.length > 0; left = fading())
      await Promise.allSettled(left.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }));
  }, rules);
  expect(violations).toEqual([]);
}

const QUIET_MS = 600;

/** Waits until nothing more is loaded; a stream that stays open, as that of new contacts, does not count. */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.waitForFunction(async (ms) => {
    const count = () => performance.getEntriesByType('resource').length;
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, ms));
    return count() === before && document.querySelectorAll('[role=status][aria-label^=Loading]').length === 0;
  }, QUIET_MS);
}

/** The sum of what has moved by itself since the navigation. */
export const sumShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const shifts = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!Reflect.get(entry, 'hadRecentInput')) sum += Number(Reflect.get(entry, 'value'));
          }
        });
        shifts.observe({ type: 'layout-shift', buffered: true });
        // Entries so far come with the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

/** Fails if the page can be scrolled sideways once it has followed its window, with what sticks out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const findSticking = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const out = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      return [
        `${scrollWidth} of ${clientWidth} px`,
        ...out.map((element) => element.outerHTML.slice(0, 200)),
      ];
    });
  await expect.poll(findSticking).toEqual([]);
}

/** Types the password into the dialog that asks who is there. */
export async function confirmIdentity(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Holds requests to such addresses back, until what it resolves to is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Holds the scripts back whose names begin so. */
export const holdScript = (page: Page, name: string) => hold(page, `**/assets/${name}-*.js`);

/** The line of a toast with exactly this text. */
export const findToast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

/** Makes this person's trial end a minute ago. */
export const endTrial = ({ change }: Journey, { username }: Person): Promise<void> =>
  change("update users set trial_ends_at = now() - interval '1 minute' where username = $1", [username]);
