import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it('counts added, missing, replaced and swapped letters', () => {
  expect([editDistance('abc', 'abc'), editDistance('abc', 'ab'), editDistance('abc', 'acb')]).toEqual([
    0, 1, 1,
  ]);
  expect([editDistance('', 'abc'), editDistance('kitten', 'sitting')]).toEqual([3, 3]);
});
