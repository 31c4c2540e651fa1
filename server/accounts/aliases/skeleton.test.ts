import { describe, expect, it } from 'vitest';
import { foldName, isName } from '#shared/accounts/aliases.ts';
import { findNameProblem } from './names.ts';
import { computeSkeleton } from './skeleton.ts';

describe('Names that look alike have one skeleton', () => {
  it.each([
    ['modern', 'rnodern'],
    ['paypal', 'paypa1'],
    ['gold', 'g0ld'],
    ['cop', 'сор'],
    ['口', 'ロ'],
    ['modern', 'Modern'],
    ['ada', 'ＡＤＡ'],
    ['οδος', 'ΟΔΟΣ'],
    ['ﬁne', 'fine'],
  ])('%s and %s', (one, other) => {
    expect(computeSkeleton(foldName(one))).toBe(computeSkeleton(foldName(other)));
  });

  it.each([
    ['ada', 'adam'],
    ['ame', 'amé'],
    ['山', '川'],
    ['ada-k', 'adak'],
  ])('but not %s and %s', (one, other) => {
    expect(computeSkeleton(foldName(one))).not.toBe(computeSkeleton(foldName(other)));
  });

  it('is the same for a skeleton itself', () => {
    for (const name of ['0o1li', 'modern', 'ñandú', 'қазақ', 'সমর', 'œuvre']) {
      expect(computeSkeleton(computeSkeleton(name))).toBe(computeSkeleton(name));
    }
  });
});

describe('A name in a short address', () => {
  it.each(['ada', 'ada-king', 'ada.king', '山', '山田', 'müller', 'амина', 'محمد', 'अमित', 'a_b', 'd2d'])(
    'may be %s',
    (name) => {
      expect(findNameProblem(foldName(name))).toBe(null);
    },
  );

  it.each([
    ['ab', /3 to 40/],
    ['a'.repeat(41), /3 to 40/],
    ['-ada', /3 to 40/],
    ['ada--king', /3 to 40/],
    ['ada king', /3 to 40/],
    ['../etc', /3 to 40/],
    ['ada\u202Eking', /3 to 40/],
    ['ada👍', /3 to 40/],
    ['', /3 to 40/],
    ['аda', /one alphabet/],
    ['ᎪᎠᎪ', /one alphabet/],
    ['admin', /reserved/],
    ['ADMIN', /reserved/],
    ['dashb0ard', /reserved/],
    ['g0ldleaf', /reserved/],
    ['wp-login.php', /reserved/],
    ['robots.txt', /reserved/],
    ['apple-app-site-association', /reserved/],
    ['impressum', /reserved/],
  ])('may not be %s', (name, problem) => {
    expect(findNameProblem(foldName(name))).toMatch(problem);
  });

  it('takes no time to refuse', () => {
    expect(isName('a'.repeat(100_000))).toBe(false);
    expect(isName(`${'a-'.repeat(19)}-`)).toBe(false);
  });
});
