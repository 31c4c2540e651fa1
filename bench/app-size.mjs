import fs from 'node:fs';
import { findChromium, visitPage } from './browser.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * How much script each screen of the signed-in app loads before anyone touches it, as a phone really fetches it;
 * `test/e2e/script-size.e2e.ts` limits what the build contains.
 */

const SCREENS = [
  '/dashboard',
  '/dashboard?tab=settings',
  '/cards',
  '/contacts',
  '/create',
  '/analytics',
  '/subscribe',
];
const KILOBYTE = 1000;

export async function measureAppSize() {
  const what = 'Script of the signed-in app before interaction (brotli)';
  if (!findChromium()) return [{ what, missing: 'Chromium is not installed', atMost: 120 }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cookie } = await registerOwner(product.url);
  const figures = [];
  for (const screen of SCREENS) {
    const requests = await visitPage(product.url + screen, { cookie });
    const scripts = requests.filter(({ type }) => type === 'script');
    const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / KILOBYTE;
    figures.push({
      what: `${what}: ${screen}`,
      value: kilobytes,
      shown: `${kilobytes.toFixed(1)} KB in ${scripts.length} files`,
      atMost: 120,
      target: '≤ 120 KB',
    });
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
