import { expect, it } from 'vitest';
import { accountChanges, accountEndpoints } from './account.ts';
import { registration } from './auth.ts';
import { LOOK_ALIKE_MESSAGE, looksLikeAnother } from './usernames.ts';

it.each([
  ['ada_lovelace', false],
  ['Ångström', false],
  ['алиса', false],
  ['αλίκη', false],
  ['山田太郎', false],
  ['山田taro', false],
  ['аlice', true],
  ['αlice', true],
  ['ＡＬＩＣＥ', true],
  ['ﬁnn', true],
])('the name %s looks like another: %s', (name, isLike) => {
  expect(looksLikeAnother(name)).toBe(isLike);
});

it('refuses such a name to newcomers, under its field', () => {
  const person = { email: 'a@example.com', password: 'correct horse', fullName: 'Alice' };
  expect(registration.safeParse({ ...person, username: 'alice' }).success).toBe(true);
  const { error } = registration.safeParse({ ...person, username: 'аlice' });
  expect(error?.issues).toMatchObject([{ path: ['username'], message: LOOK_ALIKE_MESSAGE }]);
  expect(LOOK_ALIKE_MESSAGE).toMatch(/^Use letters from one alphabet/);
});

it('checks nothing but the length of a text that is too long, and limits how often one is sent', () => {
  const { error } = accountChanges.safeParse({
    autoSmsMessage: '\uFDFA a@b.example'.repeat(10_000),
    email: 'x'.repeat(10_000),
    timeZone: 'x'.repeat(10_000),
  });
  expect(error?.issues.map(({ path, code }) => [path[0], code])).toEqual([
    ['email', 'too_big'],
    ['autoSmsMessage', 'too_big'],
    ['timeZone', 'too_big'],
  ]);
  expect(accountEndpoints.change.limit).toBe('accountWrite');
});
