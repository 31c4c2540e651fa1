import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { script } from './card.client.ts?script';

it('is at most 3 KB minified and compressed with brotli, and cannot close its own script element', () => {
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(3 * 1024);
  expect(script).not.toMatch(/<\/script/i);
  expect(script.split('\n').length).toBeLessThan(5);
});
