import fs from 'node:fs';
import { expect, it } from 'vitest';
import { freePort, launchProduct, makeDataFolder, makeFolder, startProduct } from '#test/process/product.ts';

const linesIn = (output: string) => output.split('\n').filter((line) => line.includes('"msg":"A request"'));

it('has written a line for each request when it stops, and serves its figures at a port of their own', async () => {
  const port = String(await freePort());
  const product = await startProduct({ DATA_DIR: makeDataFolder(), METRICS_PORT: port });
  const before = linesIn(product.output()).length;
  const figures = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([figures.status, await figures.text()]).toEqual([
    200,
    expect.stringContaining('goldleaf_database_up 1\n'),
  ]);
  expect((await fetch(`${product.url}/metrics`)).status).toBe(404);
  const paths = ['/', '/favicon.svg', '/api/auth/me', '/nothing/here'];
  await Promise.all(Array.from({ length: 399 }, (_, n) => fetch(product.url + paths[n % 4])));
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  const requests = linesIn(product.output()).map((line) => JSON.parse(line));
  expect(requests.length - before).toBe(400);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  expect(new Set(requests.slice(before).map(({ route }) => route))).toEqual(
    new Set(['cached page', 'static file', '/api/auth/me', 'other', '/', '/{name}']),
  );
});

it('refuses to start in one sentence if the port for figures is in use', async () => {
  const { port } = await startProduct({ DATA_DIR: makeDataFolder(), REQUEST_LOG: 'off' });
  const DATA_DIR = makeFolder();
  const second = await launchProduct({ DATA_DIR, METRICS_PORT: String(port) });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toMatch(
    new RegExp(
      `^Goldleaf cannot start\\. Port ${port} is in use by another program\\. .*METRICS_PORT .*\\n$`,
    ),
  );
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});
