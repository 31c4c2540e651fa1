import fs from 'node:fs';
import { findChromium, paintSlowly, visitPage } from './browser.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * How much script each screen of the signed-in app loads before anyone touches it, as a phone really fetches it;
 * `test/e2e/script-size.e2e.ts` limits what the build contains.
 */

const MOST_REQUESTS = 20;
/** Their first paint counts as well. */
const DAILY = ['/dashboard', '/contacts', '/cards'];
const PAINTS = 5;
/** They fill a phone's screen: an empty list is painted sooner than anybody's. */
const PEOPLE = 30;
const MOST_PAINT_MS = 2_000;
/** With the kilobytes that each is meant to load at most. */
const SCREENS = {
  '/dashboard': 102,
  '/dashboard?tab=settings': 110,
  '/cards': 102,
  '/contacts': 110,
  '/create': 110,
  '/analytics': 102,
  '/subscribe': 102,
};
const KILOBYTE = 1000;

async function meetPeople(url, cardId) {
  for (let at = 0; at < PEOPLE; at++) {
    const visitor = { fullName: `Grace Hopper ${at}`, email: `grace${at}@example.com`, company: 'Navy' };
    const response = await fetch(`${url}/api/contacts/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...visitor, cardId }),
    });
    if (!response.ok) throw new Error(`An exchange answered ${response.status}: ${await response.text()}`);
  }
}

export async function measureAppSize() {
  const what = 'Script of the signed-in app before interaction (brotli)';
  if (!findChromium()) return [{ what, missing: 'Chromium is not installed', atMost: 102 }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cookie, cardId } = await registerOwner(product.url);
  await meetPeople(product.url, cardId);
  const figures = [];
  for (const [screen, atMost] of Object.entries(SCREENS)) {
    const requests = await visitPage(product.url + screen, { cookie });
    const scripts = requests.filter(({ type }) => type === 'script');
    const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / KILOBYTE;
    figures.push({
      what: `${what}: ${screen}`,
      value: kilobytes,
      shown: `${kilobytes.toFixed(1)} KB in ${scripts.length} files`,
      atMost,
      target: `≤ ${atMost} KB`,
    });
    figures.push({
      what: `Its requests before interaction: ${screen}`,
      value: requests.length,
      shown: String(requests.length),
      atMost: MOST_REQUESTS,
    });
  }
  for (const screen of DAILY) {
    const paints = [];
    for (let turn = 0; turn < PAINTS; turn++)
      paints.push(await paintSlowly(product.url + screen, { cookie }));
    const paint = computeMedian(paints);
    figures.push({
      what: `Its largest paint on a slow phone, first visit (median of ${PAINTS}): ${screen}`,
      value: paint,
      shown: `${(paint / 1000).toFixed(2)} s`,
      atMost: MOST_PAINT_MS,
      target: '≤ 2.00 s',
    });
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
