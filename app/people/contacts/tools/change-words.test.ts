import { expect, it } from 'vitest';
import { sayRecentChange } from './change-words.ts';

it.each([
  [{ kind: 'tag', done: 1, tag: 'VIP' }, 'Added the tag “VIP” to 1 contact'],
  [{ kind: 'delete', done: 2_000, tag: null }, 'Deleted 2,000 contacts'],
  [{ kind: 'delete', done: 0, tag: null }, 'Deleted contacts'],
  [{ kind: 'merge', done: 1, tag: null }, 'Merged 2 contacts'],
  [{ kind: 'update', done: 1, tag: null }, 'Updated a contact from their card'],
  [{ kind: 'of a later release', done: 2, tag: null }, 'Changed 2 contacts'],
])('says what was done, %j', (change, words) => {
  expect(sayRecentChange(change)).toBe(words);
});
