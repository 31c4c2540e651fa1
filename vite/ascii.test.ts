import { expect, it } from 'vitest';
import { toAscii } from './ascii.ts';

it.each([
  '"naïve – “quoted” 山 😀"',
  '`one, ü and\\\\é`',
  '"\\é and \\\\é"',
  '/^[а-я–’]+$/u.test("иван–’")',
  '/^[😀-😂]$/u.test("😁")',
  '({ ключ: 1 }).ключ',
])('writes %s in ASCII, meaning what it meant', (script) => {
  const ascii = toAscii(script);
  expect(ascii).toMatch(/^[\0-\x7f]*$/);
  // biome-ignore lint/security/noGlobalEval: scripts of this file.
  const run = globalThis.eval;
  expect(run(ascii)).toEqual(run(script));
});
