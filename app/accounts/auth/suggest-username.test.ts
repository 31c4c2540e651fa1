import { expect, it } from 'vitest';
import { username } from '#shared/accounts/account.ts';
import { suggestUsername } from './suggest-username.ts';

it.each([
  ['Nadia Brooks', 'nadia.brooks'],
  ['  Chloé  O’Neill-Oliveira ', 'chloe.o.neill.oliveira'],
  ['Bo', ''],
  ['李明', ''],
  ['Юлия Ким', 'юлия.ким'],
  ['', ''],
])('suggests for %s a username that can be taken: %s', (fullName, expected) => {
  const suggestion = suggestUsername(fullName);
  expect(suggestion).toBe(expected);
  if (suggestion) expect(username().parse(suggestion)).toBe(suggestion);
});
