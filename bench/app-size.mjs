import fs from 'node:fs';
import { findChromium, visitPage } from './browser.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * How much script each screen of the signed-in app loads before anyone touches it, as a phone really fetches it;
 * `test/e2e/script-size.e2e.ts` limits what the build contains.
 */

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

export async function measureAppSize() {
  const what = 'Script of the signed-in app before interaction (brotli)';
  if (!findChromium()) return [{ what, missing: 'Chromium is not installed', atMost: 102 }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cookie } = await registerOwner(product.url);
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
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
