import { expect, it } from 'vitest';
import { moveItem, splitCommas, splitLines } from './lists.ts';

it('splits lists on commas, trimmed, without empties', () => {
  expect(splitCommas(' Sales,, Law ,\n')).toEqual(['Sales', 'Law']);
  expect(splitCommas('')).toEqual([]);
});

it('splits addresses by lines and drops blank ones', () => {
  expect(splitLines('acme.com\r\n\n  ada.dev ')).toEqual(['acme.com', 'ada.dev']);
});

it('moves one item and leaves the others in their order', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});
