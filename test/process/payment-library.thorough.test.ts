import { expect, it, vi } from 'vitest';
import { callServer } from '#test/process/people.ts';
import { makeDataFolder, startProduct } from '#test/process/product.ts';

const LOADED = 'The library of payments is loaded.';
const toModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
/** Says when the library is loaded. Source: Node's docs, "Customization hooks". */
const HOOK = toModule(`import fs from 'node:fs';
export const load = (url, context, next) => {
  if (url.includes('/node_modules/stripe/')) fs.writeSync(2, '${LOADED}');
  return next(url, context);
};`);
const WATCH = toModule(`import { register } from 'node:module'; register('${HOOK.replaceAll("'", '%27')}');`);

it('is not loaded by a start, but by the first payment', async () => {
  const product = await startProduct({ DATA_DIR: makeDataFolder(), NODE_OPTIONS: `--import=${WATCH}` });
  const person = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'correct horse',
    fullName: 'Ada Byron',
  };
  const { cookie } = await callServer(product.url, 'POST', '/api/auth/register', person, '');
  await callServer(product.url, 'GET', '/api/billing', undefined, cookie);
  expect(product.output()).not.toContain(LOADED);
  const { status } = await callServer(product.url, 'POST', '/api/billing/checkout', {}, cookie);
  expect(status).toBe(200);
  await vi.waitFor(() => expect(product.output()).toContain(LOADED));
});
