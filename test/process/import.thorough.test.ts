import { expect, it, vi } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import { makeFolder, startProduct } from '#test/process/product.ts';

const ROWS = 3_000;

it('an import goes on where it was when the app is killed, takes no row twice, and is undone as a whole', async () => {
  const DATA_DIR = makeFolder();
  let product = await startProduct({ DATA_DIR });
  const { cookie } = await registerOwner(product.url);
  const ask = async (method: string, path: string, body?: unknown) =>
    (await callServer(product.url, method, path, body, cookie)).body;
  const rows = Array.from({ length: ROWS }, (_, nth) => `Person ${nth} Name${nth},p${nth}@example.com`);
  const form = new FormData();
  form.append('file', new File([['Name,Email', ...rows].join('\n')], 'many.csv'));
  const upload = await fetch(`${product.url}/api/import`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  });
  const { id } = (await upload.json()) as { id: string };
  const until = (isReached: (one: { state: string; progress: { done: number } }) => boolean) =>
    vi.waitFor(
      async () => {
        const one = await ask('GET', `/api/import/${id}`);
        expect(isReached(one)).toBe(true);
        return one;
      },
      { timeout: 60_000, interval: 5 },
    );
  const killAndStart = async () => {
    product.kill('SIGKILL');
    await product.ended;
    product = await startProduct({ DATA_DIR });
  };

  await until(({ state }) => state === 'ready');
  await ask('POST', `/api/import/${id}/start`, { duplicates: 'skip' });
  await until(({ progress }) => progress.done > 0);
  await killAndStart();
  const { progress } = await until(({ state }) => state === 'done');
  expect(progress).toMatchObject({ done: ROWS, added: ROWS, skipped: 0, failed: 0 });
  expect(await ask('GET', '/api/contacts/summary')).toMatchObject({ contacts: ROWS });

  await ask('POST', `/api/import/${id}/undo`);
  await killAndStart();
  const { undo } = await until(({ state }) => state === 'undone');
  expect(undo).toMatchObject({ removed: ROWS, kept: 0 });
  expect(await ask('GET', '/api/contacts/summary')).toMatchObject({ contacts: 0 });
});
