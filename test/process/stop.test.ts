import http from 'node:http';
import { expect, it } from 'vitest';
import { call, contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  connectionPids,
  databasePid,
  makeFolder,
  type Product,
  signal,
  start,
} from '#test/process/product.ts';

/** A request whose head has arrived while its body is still being sent. */
async function beginExchange(product: Product, contact: object) {
  const body = JSON.stringify(contact);
  const request = http.request(`${product.url}/api/contacts/exchange`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answer = new Promise<{ status: number | undefined; connection: string | undefined }>(
    (resolve, reject) => {
      request.on('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode, connection: response.headers.connection });
      });
      request.on('error', reject);
    },
  );
  await new Promise((resolve) => request.once('continue', resolve));
  return { finish: () => request.end(body), answer };
}

it('finishes pending requests, keeps what it acknowledged and stops the database when told to stop', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await stream.more(50);
  const late = { fullName: 'Late Guest', email: 'late@example.com', cardId: owner.cardId };
  const { finish, answer } = await beginExchange(product, late);
  product.kill('SIGTERM');
  await product.says('Stopping on SIGTERM');
  finish();
  expect((await answer).status).toBe(200);
  expect(await product.ended).toEqual({ code: 0, signal: null });
  await stream.stop();
  expect(stream.refusals).toEqual([]);
  expect(databasePid(DATA_DIR)).toBe(null);

  const next = await start({ DATA_DIR, LOG_LEVEL: 'debug' });
  expect(next.output()).toContain('database system was shut down at');
  expect(next.output()).not.toContain('not properly shut down');
  const kept = await contactIds(next.url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(stream.acknowledged.length + 1);
});

it('says whether it is alive and whether it is ready', async () => {
  const product = await start({ DATA_DIR: makeFolder() });
  expect(await call(product.url, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await call(product.url, 'GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

it('says that it is alive but not ready while the database does not respond', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const database = [databasePid(DATA_DIR), ...(await connectionPids(DATA_DIR))];
  for (const pid of database) signal(pid, 'SIGSTOP');
  try {
    expect((await call(product.url, 'GET', '/readyz')).status).toBe(503);
    expect((await call(product.url, 'GET', '/healthz')).status).toBe(200);
  } finally {
    for (const pid of database) signal(pid, 'SIGCONT');
  }
  const isReady = async () => (await call(product.url, 'GET', '/readyz')).status;
  await expect.poll(isReady, { timeout: 20_000 }).toBe(200);
});
