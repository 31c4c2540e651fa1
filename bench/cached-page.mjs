import fs from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { fire } from './cannon.mjs';
import { makeFolder, median, ratioOf, registerOwner, startProduct, startProgram } from './product.mjs';

/** How fast a public card that is in memory is answered, against bare node:http with the same bytes. */

const LOAD = { connections: 64, seconds: 4, headers: { 'accept-encoding': 'br' } };
const ROUNDS = 5;

/** The answer as it is on the wire, undecoded. */
function fetchRaw(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const chunks = await response.toArray();
      const { connection: _1, 'keep-alive': _2, date: _3, ...headers } = response.headers;
      resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
    }).on('error', reject);
  });
}

export async function measureCachedPage() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId } = await registerOwner(product.url);
  const page = `${product.url}/card/${cardId}`;
  await fetchRaw(page);
  const file = path.join(folder, 'answer.json');
  fs.writeFileSync(file, JSON.stringify(await fetchRaw(page)));
  const bare = await startProgram(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), file]);
  fire(page, { ...LOAD, seconds: 2 });
  fire(bare.url, { ...LOAD, seconds: 2 });
  // In turns, so that what else the machine does falls on both.
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: fire(page, LOAD),
    yardstick: fire(bare.url, LOAD),
  }));
  await bare.stop();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const spread = median(rounds.map(({ ours }) => ours.p99 / ours.p50));
  const { p50, p99 } = rounds.find(({ ours }) => ours.p99 / ours.p50 === spread).ours;
  return [
    {
      what: 'Cached public card, 64 connections, of bare node:http',
      ...ratioOf(rounds.map(({ ours, yardstick }) => [ours.perSecond, yardstick.perSecond])),
      atLeast: 0.7,
    },
    {
      what: 'Its p99 as a multiple of its p50',
      value: spread,
      shown: `${spread.toFixed(1)} (${p99} ms of ${p50} ms)`,
      atMost: 5,
    },
  ];
}
