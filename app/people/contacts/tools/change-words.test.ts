import { expect, it } from 'vitest';
import { sayRecentChange } from './change-words.ts';

it.each([
  [{ kind: 'tag', changed: 1, tag: 'VIP' }, 'Added the tag “VIP” to 1 contact'],
  [{ kind: 'delete', changed: 2_000, tag: null }, 'Deleted 2,000 contacts'],
  [{ kind: 'delete', changed: 0, tag: null }, 'Deleted contacts'],
  [{ kind: 'merge', changed: 1, tag: null }, 'Merged 2 contacts'],
  [{ kind: 'update', changed: 1, tag: null }, 'Updated a contact from their card'],
  [{ kind: 'update', changed: 1, tag: null, name: 'Grace Hopper' }, 'Updated Grace Hopper from their card'],
  [{ kind: 'of a later release', changed: 2, tag: null }, 'Changed 2 contacts'],
])('says what was done, %j', (change, words) => {
  expect(sayRecentChange({ name: null, ...change })).toBe(words);
});
