import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { ratePassword } from './password-strength.ts';

describe('A password', () => {
  it.each([
    '123456',
    'password',
    'Password1',
    'p@ssw0rd!',
    'qwerty',
    'QWERTZ',
    'abcdefgh',
    '87654321',
    'aaaaaaaa',
    'abcabcabc',
    'Dragon2024',
    'iloveyou',
    '      ',
    'Goldleaf1',
  ])('%s is a common one', (password) => {
    expect(ratePassword(password)).toBe('common');
  });

  it("that is one's own name is a common one", () => {
    expect(ratePassword('GraceHopper7', ['gracehopper', 'grace@example.com'])).toBe('common');
  });

  it.each([
    ['xk3vqz', 'weak'],
    ['our-grace-hopper', 'weak'],
    ['tulips42fog', 'fair'],
    ['correct horse battery', 'strong'],
    ['Ünter den Linden 7', 'strong'],
  ] as const)('%s is %s for Grace Hopper', (password, strength) => {
    expect(ratePassword(password, ['grace-hopper', 'grace@example.com'])).toBe(strength);
  });

  it('is looked up in 3,000 common ones', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(2_990);
  });
});
