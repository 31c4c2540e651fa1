import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { startExternal } from './external-postgres.mjs';
import { makeFolder, registerOwner, startWatched } from './product.mjs';

/**
 * The worst that one user can do to everyone else: the delay of the event loop, of card pages and of photos
 * meanwhile.
 */

const PAGES_PER_SECOND = 200;
const PHOTOS_PER_SECOND = 50;
const OUTAGE_MS = 30_000;
const SIGN_INS = 50;
const UPLOADS = 20;
const HOSTILE_BYTES = 20_000_000;
const LOOP_P99_MS = 20;
const LOOP_MAX_MS = 100;

const json = { 'content-type': 'application/json' };

/** A photo of about five megabytes: noise that hardly compresses. */
async function makePhoto(side) {
  /** @type {import('sharp').Noise} */
  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  /** @type {import('sharp').Create} */
  const create = { width: side, height: side, channels: 3, background: '#888888', noise };
  return sharp({ create }).jpeg({ quality: 90 }).toBuffer();
}

/** A flat image of one kilobyte that decodes to twenty-five megapixels. */
const makeBomb = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123456' } })
    .avif()
    .toBuffer();

async function upload(url, cookie, bytes, type) {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), 'photo');
  const response = await fetch(`${url}/api/media`, { method: 'POST', body: form, headers: { cookie } });
  const answer = /** @type {{ url?: string }} */ (await response.json());
  return { status: response.status, body: answer };
}

async function register(url, name) {
  const person = { username: name, email: `${name}@example.com`, password: 'correct horse', fullName: name };
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Actions that might hurt others, by name. */
function listTrials({ url, cookie, database, photo, bomb }) {
  const signIn = (n) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'ada', password: `wrong password ${n}` }),
    });
  const hostile = `[${'{},'.repeat(HOSTILE_BYTES / 3)}{}]`;
  const times = (count, run) => Promise.allSettled(Array.from({ length: count }, (_, n) => run(n)));
  return {
    'nothing else': () => sleep(5_000),
    [`${SIGN_INS} sign-ins at once`]: () => times(SIGN_INS, signIn),
    [`${UPLOADS} uploads of 5 MB at once`]: () =>
      times(UPLOADS, () => upload(url, cookie, photo, 'image/jpeg')),
    'a hostile body of 20 MB': () =>
      Promise.allSettled([fetch(`${url}/api/cards`, { method: 'POST', headers: json, body: hostile })]),
    'the same, signed in': () =>
      Promise.allSettled([
        fetch(`${url}/api/cards`, { method: 'POST', headers: { ...json, cookie }, body: hostile }),
      ]),
    'an AVIF of 1 kB and 25 megapixels': () => upload(url, cookie, bomb, 'image/avif'),
    'the database away for 30 s': async () => {
      database.pause();
      await sleep(OUTAGE_MS);
      await database.resume();
    },
  };
}

export async function measureNeighbors() {
  const folder = makeFolder();
  const database = await startExternal(folder);
  const product = await startWatched(folder, { DATABASE_URL: database.url });
  const { url } = product;
  try {
    const owner = await registerOwner(url);
    const portrait = await upload(url, owner.cookie, await makePhoto(600), 'image/jpeg');
    const cookie = await register(url, 'mallory');
    const photo = await makePhoto(2200);
    const targets = [
      { name: 'page', url: `${url}/card/${owner.cardId}`, perSecond: PAGES_PER_SECOND },
      { name: 'photo', url: url + portrait.body.url, perSecond: PHOTOS_PER_SECOND },
    ];
    const visitors = fork(path.join(import.meta.dirname, 'open-loop.mjs'), [JSON.stringify(targets)]);
    const reportOf = () =>
      new Promise((resolve) => {
        visitors.once('message', resolve);
        visitors.send('report');
      });
    await sleep(3_000);
    const figures = [];
    for (const [name, run] of Object.entries(
      listTrials({ url, cookie, database, photo, bomb: await makeBomb() }),
    )) {
      await product.look();
      await reportOf();
      await run();
      await sleep(500);
      figures.push(...listFigures(name, await product.look(), await reportOf()));
    }
    visitors.disconnect();
    return figures;
  } finally {
    await product.stop();
    await database.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

function listFigures(name, loop, { page, photo }) {
  const ms = (value) =>
    value === undefined ? '–' : value < 10 ? value.toFixed(1) : String(Math.round(value));
  const others = (what, { count, failed, p50, p99, max }) =>
    `${what} ${ms(p50)} / ${ms(p99)} / ${ms(max)}${failed ? `, ${failed} of ${count} failed` : ''}`;
  return [
    {
      what: `Event-loop delay during ${name}, p99`,
      value: loop.p99Ms,
      shown: `${ms(loop.p99Ms)} ms`,
      atMost: LOOP_P99_MS,
    },
    {
      what: '  its maximum; p50 / p99 / max of others, in ms',
      value: loop.maxMs,
      shown: `${ms(loop.maxMs)} ms; ${others('card', page)}; ${others('photo', photo)}`,
      atMost: LOOP_MAX_MS,
    },
  ];
}
