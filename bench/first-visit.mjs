import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import { FLAGS, findChromium, visitPage } from './browser.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** The cost of a stranger's first visit to a card without photos, and Lighthouse's verdict. */

const KILOBYTE = 1024;
const LIGHTHOUSE_RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse with its defaults: a slow phone on slow 4G, simulated. */
function runLighthouse(url) {
  const args = [url, '--output=json', '--quiet', `--chrome-flags=${FLAGS.join(' ')}`];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/lighthouse/cli/index.js'), ...args],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  if (status !== 0) throw new Error(`Lighthouse failed: ${stderr}`);
  return JSON.parse(stdout);
}

export async function measureFirstVisit() {
  if (!findChromium()) return [{ what: 'First visit of a card', missing: 'Chromium is not installed' }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId } = await registerOwner(product.url);
  const card = `${product.url}/card/${cardId}`;
  const requests = await visitPage(card);
  const reports = Array.from({ length: LIGHTHOUSE_RUNS }, () => runLighthouse(card));
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const shipped = requests.filter(({ type }) => ['document', 'stylesheet', 'script'].includes(type));
  const kilobytes = shipped.reduce((sum, { bytes }) => sum + bytes, 0) / KILOBYTE;
  const foreign = requests.filter(({ url }) => !url.startsWith(product.url)).length;
  const paint = computeMedian(reports.map(({ audits }) => audits['largest-contentful-paint'].numericValue));
  const scores = CATEGORIES.map((category) =>
    computeMedian(reports.map(({ categories }) => Math.round(categories[category].score * 100))),
  );
  return [
    {
      what: 'First visit of a card without photos: HTML, CSS and script (brotli)',
      value: kilobytes,
      shown: `${kilobytes.toFixed(1)} KB`,
      atMost: 14,
      target: '≤ 14 KB',
    },
    {
      what: 'Its requests, the view beacon included',
      value: requests.length,
      shown: String(requests.length),
      atMost: 3,
    },
    { what: 'Its requests to other origins', value: foreign, shown: String(foreign), atMost: 0 },
    {
      what: 'Its largest paint on a throttled phone (Lighthouse, median of 3)',
      value: paint,
      shown: `${(paint / 1000).toFixed(2)} s`,
      atMost: 1_200,
      target: '≤ 1.2 s',
    },
    {
      what: 'Lighthouse: performance, accessibility, best practices, SEO',
      value: Math.min(...scores),
      shown: scores.join(' / '),
      atLeast: 100,
      target: '100 each',
    },
  ];
}
