import fs from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { loadMaker, measureLoad } from './load.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct, startProgram } from './product.mjs';

/**
 * How fast a cached public card is served, compared with bare node:http serving the same headers and bytes in
 * alternating rounds: by CPU time, which is unaffected by other load on the machine, and by rate.
 */

const LOAD = { connections: 64, seconds: 3, headers: { 'accept-encoding': 'br' } };
const ROUNDS = 5;
const QUERY = '?utm_source=newsletter&utm_medium=email&fbclid=IwAR0x1y2z3';

/** The response as it is on the wire, not decompressed. */
export function fetchRaw(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const chunks = await response.toArray();
      const { connection: _1, 'keep-alive': _2, date: _3, ...headers } = response.headers;
      resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
    }).on('error', reject);
  });
}

const percent = (share) => `${Math.round(share * 100)} %`;

/** The ratio of two rounds, by the figure that `pick` takes from each. */
function compare(rounds, name, pick, unit) {
  const ratios = rounds.map((round) => pick(round[name]) / pick(round.bare));
  const value = computeMedian(ratios);
  const round = rounds[ratios.indexOf(value)];
  const shown = [round[name], round.bare].map(
    (turn) => `${pick(turn).toFixed(unit === 'µs' ? 1 : 0)} ${unit}`,
  );
  const makers = [round[name], round.bare].map(({ makerShare = Number.NaN }) => percent(makerShare));
  return {
    value,
    shown: `${value.toFixed(2)} (${shown.join(' of ')}; ${loadMaker} at ${makers.join(' and ')} of a core)`,
  };
}

export async function measureCachedPage() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId } = await registerOwner(product.url);
  const url = `${product.url}/card/${cardId}`;
  await fetchRaw(url);
  const file = path.join(folder, 'answer.json');
  fs.writeFileSync(file, JSON.stringify(await fetchRaw(url)));
  const bare = await startProgram(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), file]);
  const card = { url, pid: product.pid };
  const queried = { url: url + QUERY, pid: product.pid };
  for (const target of [card, queried, bare]) measureLoad(target, { ...LOAD, seconds: 2 });
  // Alternating, so that other load on the machine affects all of them.
  const rounds = Array.from({ length: ROUNDS }, () => ({
    card: measureLoad(card, LOAD),
    bare: measureLoad(bare, LOAD),
    queried: measureLoad(queried, LOAD),
  }));
  await bare.stop();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return listFigures(rounds);
}

function listFigures(rounds) {
  const byCpu =
    rounds[0].card.cpuUs === undefined
      ? [{ what: 'CPU of a cached public card', missing: 'there is no /proc here', atMost: 1.4 }]
      : [
          {
            what: 'CPU of a cached public card, of bare node:http',
            ...compare(rounds, 'card', ({ cpuUs }) => cpuUs, 'µs'),
            atMost: 1.4,
          },
          {
            what: 'The same with a query',
            ...compare(rounds, 'queried', ({ cpuUs }) => cpuUs, 'µs'),
            atMost: 1.45,
          },
        ];
  const spread = computeMedian(rounds.map(({ card }) => card.p99 / card.p50));
  const { p50, p99 } = rounds.find(({ card }) => card.p99 / card.p50 === spread).card;
  return [
    ...byCpu,
    {
      what: 'Cached public card, 64 connections, of bare node:http',
      ...compare(rounds, 'card', ({ perSecond }) => perSecond, 'a second'),
      atLeast: 0.75,
    },
    {
      what: 'Its p99 as a multiple of its p50',
      value: spread,
      shown: `${spread.toFixed(1)} (${p99.toFixed(1)} ms of ${p50.toFixed(1)} ms)`,
      atMost: 5,
    },
  ];
}
