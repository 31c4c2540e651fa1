import { expect, it } from 'vitest';
import { script } from './card.service-worker.ts?script';

it('is at most 2 KB, before any compression', () => {
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2 * 1024);
});
