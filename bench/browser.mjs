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
