import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { callServer, type Owner, registerOwner } from '#test/process/people.ts';
import { askDatabase, makeFolder, startProduct } from '#test/process/product.ts';
import { beginWork, expectCleanAnswers, findLosses, killEach, NOTHING } from '#test/process/work.ts';
import { type S3Server, startS3Server } from '#test/s3/s3-server.ts';

/** Files in a bucket under load: processes are killed, and the bucket is away for a while. */

const WAIT = { timeout: 60_000, interval: 100 };
const LONG_MS = 300_000;
/** For a full minute: BUCKET_AWAY_SECONDS=60 npm run test:process -- bucket.thorough. */
const AWAY_MS = Number(process.env.BUCKET_AWAY_SECONDS ?? 12) * 1_000;

const buckets: S3Server[] = [];
afterEach(async () => {
  for (const s3 of buckets.splice(0)) await s3.away();
});

async function openBucket(): Promise<S3Server> {
  const s3 = await startS3Server();
  buckets.push(s3);
  return s3;
}

const photo = (red: number) =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: { r: red, g: 60, b: 90 } } })
    .jpeg()
    .toBuffer();
const formOf = (bytes: Buffer | string, name: string) => {
  const form = new FormData();
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  return form;
};
const send = (url: string, { cookie }: Owner, at: string, form: FormData) =>
  fetch(url + at, { method: 'POST', body: form, headers: { cookie } });

/** Sends a file of contacts or an archive, and waits until it can be started. */
async function makeReady(url: string, owner: Owner, at: string, form: FormData): Promise<string> {
  const { id } = await (await send(url, owner, at, form)).json();
  await untilState(url, owner, `${at}/${id}`, 'ready');
  return `${at}/${id}`;
}

const untilState = (url: string, { cookie }: Owner, at: string, state: string) =>
  vi.waitFor(async () => {
    const { body } = await callServer(url, 'GET', at, undefined, cookie);
    expect(body.state).toBe(state);
    return body;
  }, WAIT);

/** The rows of photos by whether their files are there. */
const countMedia = async (dataDir: string) =>
  (
    await askDatabase<{ written: number; writing: number }>(
      dataDir,
      `select count(*) filter (where not is_writing)::int as written,
        count(*) filter (where is_writing)::int as writing from media`,
    )
  )[0];

it('keeps every acknowledged photo when a worker and then the process that looks after them is killed', {
  timeout: LONG_MS,
}, async () => {
  const s3 = await openBucket();
  const settings = { ...s3.env, DATA_DIR: makeFolder(), WORKERS: '2' };
  const { DATA_DIR } = settings;
  const product = await startProduct(settings);
  const owner = await registerOwner(product.url);
  const work = beginWork(product, owner);
  await killEach(product, work);

  // The bucket alone has to have them.
  fs.rmSync(path.join(DATA_DIR, 'copies'), { recursive: true });
  const next = await startProduct(settings);
  const [, , , , host = ''] = fs
    .readFileSync(path.join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8')
    .split('\n');
  const connection = { host, user: 'app', database: 'postgres' };
  expect(await findLosses(connection, next, owner, work.acknowledged)).toEqual(NOTHING);
  await expectNoneWriting(DATA_DIR, s3);
  expect((await findLosses(connection, next, owner, work.acknowledged)).files).toBe(0);
});

/** Files that a killed process had begun to write end within hours, in rows and in the bucket. */
async function expectNoneWriting(dataDir: string, s3: S3Server): Promise<void> {
  await askDatabase(dataDir, "update media set touched_at = now() - interval '2 hours' where is_writing");
  await askDatabase(dataDir, "insert into pgboss.job (name, data) values ('unused-media', '{}')");
  await vi.waitFor(async () => expect((await countMedia(dataDir))?.writing).toBe(0), WAIT);
  const stored = [...s3.objects.keys()].filter((key) => /\/media\/[^-]+$/.test(key));
  expect(stored).toHaveLength((await countMedia(dataDir))?.written ?? 0);
}

it('serves pages and copies while the bucket is away, refuses uploads with Retry-After, and ends all other work after', {
  timeout: LONG_MS + AWAY_MS,
}, async () => {
  const s3 = await openBucket();
  const product = await startProduct({ ...s3.env, DATA_DIR: makeFolder() });
  const { url } = product;
  const owner = await registerOwner(url);
  const { url: kept } = await (await send(url, owner, '/api/media', formOf(await photo(1), 'a.jpg'))).json();
  await callServer(url, 'PUT', `/api/cards/${owner.cardId}`, { profileImage: kept }, owner.cookie);
  const zip = await fetchArchive(url, owner);
  const works = [
    await makeReady(url, owner, '/api/import', formOf(await contactWithPhoto(), 'ada.vcf')),
    await makeReady(url, owner, '/api/archive', formOf(zip, 'account.zip')),
  ];

  const work = beginWork(product, owner);
  await work.more(3);
  await s3.away();
  const isBackAt = Date.now() + AWAY_MS;
  for (const at of works) await callServer(url, 'POST', `${at}/start`, {}, owner.cookie);
  for (let red = 2; Date.now() < isBackAt; red += 1) {
    const upload = send(url, owner, '/api/media', formOf(await photo(red % 256), 'b.jpg'));
    const archive = askForArchive(url, owner);
    const page = await fetch(`${url}/card/${owner.cardId}`);
    const copy = await fetch(url + kept);
    expect([page.status, copy.status]).toEqual([200, 200]);
    for (const refused of [await upload, await archive])
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await sleep(200);
  }
  await s3.back();
  await work.more(3);
  await work.stop();
  expectCleanAnswers(work);
  for (const at of works) await untilState(url, owner, at, 'done');
  // They are added once the import itself is done.
  const photos = async () =>
    (await callServer(url, 'GET', works[0] ?? '', undefined, owner.cookie)).body.photos;
  await expect.poll(photos, WAIT).toMatchObject({ wanted: 1, done: 1, leftOut: 0 });
  expect((await fetchArchive(url, owner)).length).toBeGreaterThan(zip.length);
  const files = await Promise.all(work.acknowledged.files.map(async (at) => (await fetch(url + at)).status));
  expect(new Set(files)).toEqual(new Set([200]));
});

const askForArchive = (url: string, { cookie }: Owner) =>
  fetch(`${url}/api/account/export`, { headers: { cookie } });

const contactWithPhoto = async () =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:Grace\nPHOTO;ENCODING=b;TYPE=JPEG:${(await photo(200)).toString('base64')}\nEND:VCARD\n`;

/** Confirms who asks, for five minutes, before anything else is asked: the session gets another token. */
async function fetchArchive(url: string, owner: Owner): Promise<Buffer> {
  const proof = { password: 'correct horse' };
  owner.cookie = (await callServer(url, 'POST', '/api/account/confirm', proof, owner.cookie)).cookie;
  const answer = await askForArchive(url, owner);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
