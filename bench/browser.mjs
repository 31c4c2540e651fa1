import fs from 'node:fs';
import { chromium } from 'playwright-core';

/** The system's Chromium, if there is one. */

const PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map(
  (name) => `/usr/bin/${name}`,
);

export const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

export const findChromium = () => process.env.CHROMIUM_PATH || PLACES.find((place) => fs.existsSync(place));

const QUIET_MS = 1_500;
const SHIPPED = new Set(['document', 'stylesheet', 'script']);

/**
 * Every request of a visit until no more follow; for documents, styles and scripts with the body's bytes on the wire.
 *
 * @param {string} url
 * @param {{ cookie?: string }} [options]
 */
export async function visitPage(url, { cookie } = {}) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  if (cookie) {
    const [name, value] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  const requests = [];
  let lastAt = performance.now();
  page.on('request', (request) => {
    requests.push(request);
    lastAt = performance.now();
  });
  await page.goto(url);
  // Not "networkidle": the beacon outlives its page and never counts as finished.
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  const seen = [];
  for (const request of requests.filter((it) => !it.url().startsWith('data:'))) {
    const type = request.resourceType();
    const bytes = SHIPPED.has(type) ? (await request.sizes()).responseBodySize : 0;
    seen.push({ url: request.url(), type, bytes });
  }
  await browser.close();
  return seen;
}

/** A cheap phone on slow 4G: bytes a second, milliseconds, and how many times slower than this machine. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOW_CPU = 4;

/**
 * Milliseconds until the largest part of a page is painted on a slow phone, in a browser that has never been here.
 *
 * @param {string} url
 * @param {{ cookie: string }} options
 */
export async function paintSlowly(url, { cookie }) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 412, height: 844 } });
  const [name, value] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.goto(url, { waitUntil: 'commit' });
  let paint = 0;
  for (let before = -1; paint !== before || paint === 0; ) {
    before = paint;
    await page.waitForTimeout(3_000);
    paint = await page.evaluate(READ_PAINT);
  }
  await browser.close();
  return paint;
}

const READ_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;
