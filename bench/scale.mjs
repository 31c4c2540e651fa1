import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { readCpuMs } from './load.mjs';
import { readSocket } from './pgbench.mjs';
import { readCpu } from './process-tree.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * The cost of each thing that people do: CPU of the server with its child processes and of the database, and bytes on disk.
 * `docs/scale.md` is reckoned from these.
 */

const AT_ONCE = 8;
/** Twelve megapixels, as phones take them. */
const PHOTO = { width: 4000, height: 3000 };

/** A photo with detail, unlike any other. */
async function takePhoto() {
  const noise = Buffer.from(Array.from({ length: 120 * 90 * 3 }, () => Math.random() * 256));
  return sharp(noise, { raw: { width: 120, height: 90, channels: 3 } })
    .resize(PHOTO.width, PHOTO.height, { kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/**
 * @param {string} url
 * @param {{ method?: string, body?: any, cookie?: string, from?: string }} [how]
 */
async function send(url, { method = 'POST', body, cookie = '', from = '203.0.113.1' } = {}) {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      cookie,
      'x-forwarded-for': from,
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1',
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer.slice(0, 200)}`);
  return answer;
}

const addressOf = (nth) => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

/** Each act by its name: what to do the nth time, and how often. */
function listActs({ url, owner: { cookie, cardId }, photos }) {
  const read = (address) => send(url + address, { method: 'GET', cookie });
  return {
    'a look at a card, in memory': [20_000, () => send(`${url}/card/${cardId}`, { method: 'GET' })],
    'a counted view': [
      6_000,
      (nth) => send(`${url}/api/cards/${cardId}/views`, { body: {}, from: addressOf(nth) }),
    ],
    'a contact exchange': [
      3_000,
      (nth) =>
        send(`${url}/api/contacts/exchange`, {
          from: addressOf(nth),
          body: {
            cardId,
            fullName: `Grace Hopper ${nth}`,
            email: `grace.${nth}@example.com`,
            phone: `+1 212 555 ${String(nth).padStart(4, '0')}`,
            company: 'Remington Rand',
          },
        }),
    ],
    'a look at the app: account, cards, contacts, figures': [
      300,
      () =>
        Promise.all(
          ['/api/auth/me', '/api/cards', '/api/contacts?limit=50', '/api/analytics/dashboard'].map(read),
        ),
    ],
    'a saved card': [
      300,
      (nth) =>
        send(`${url}/api/cards/${cardId}`, { method: 'PUT', cookie, body: { jobTitle: `Title ${nth}` } }),
    ],
    'a photo of 12 megapixels': [
      photos.length,
      (nth) => {
        const form = new FormData();
        form.append('file', new Blob([photos[nth]], { type: 'image/jpeg' }), 'photo.jpg');
        return send(`${url}/api/media`, { cookie, body: form });
      },
    ],
    // Last, because an account has fifty sessions, and these end the first.
    'a sign-in': [
      100,
      () => send(`${url}/api/auth/login`, { body: { email: 'ada', password: 'correct horse' } }),
    ],
  };
}

const sizeOfFolder = (folder) =>
  fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);

export async function measureScale() {
  const folder = makeFolder();
  const product = await startProduct(folder, { TRUST_PROXY: 'on' });
  const owner = await registerOwner(product.url);
  const database = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await database.connect();
  const readBytes = async () => {
    await database.query('checkpoint');
    const { rows } = await database.query('select pg_database_size(current_database()) as bytes');
    return Number(rows[0].bytes) + sizeOfFolder(path.join(folder, 'media'));
  };
  const photos = await Promise.all(Array.from({ length: 12 }, takePhoto));
  const figures = [];
  for (const [what, [count, act]] of Object.entries(listActs({ url: product.url, owner, photos }))) {
    const before = {
      cpu: readCpu(product.pid, folder),
      own: readCpuMs(product.pid),
      bytes: await readBytes(),
    };
    let next = 0;
    const work = async () => {
      while (next < count) {
        next += 1;
        await act(next - 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const cpuMs = (readCpu(product.pid, folder) - before.cpu) / count;
    const ownMs = (readCpuMs(product.pid) - before.own) / count;
    const bytes = ((await readBytes()) - before.bytes) / count;
    const shown = `${cpuMs.toFixed(2)} ms of CPU, ${ownMs.toFixed(2)} of it the process’s; ${(bytes / 1000).toFixed(1)} kB`;
    figures.push({ what, value: cpuMs, shown });
  }
  await database.end();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
