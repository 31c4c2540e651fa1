import http from 'node:http';
import { expect, it } from 'vitest';
import { contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import { databasePid, makeDataFolder, type Product, startProduct } from '#test/process/product.ts';

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
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
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

  const next = await startProduct({ DATA_DIR, LOG_LEVEL: 'debug' });
  expect(next.output()).toContain('database system was shut down at');
  expect(next.output()).not.toContain('not properly shut down');
  const kept = await contactIds(next.url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(stream.acknowledged.length + 1);
});
