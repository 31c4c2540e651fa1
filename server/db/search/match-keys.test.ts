import { expect, it } from 'vitest';
import { matchKeysOf } from '#server/db/search/match-keys.ts';

it.each([
  [{ fullName: 'Ada Lovelace' }, { fullName: 'LOVELACE,  Ada' }, true],
  [{ fullName: 'José Núñez' }, { fullName: 'nunez jose' }, true],
  [{ fullName: 'Anna' }, { fullName: 'Anna' }, false],
  [{ fullName: 'A', email: 'A@X.example' }, { fullName: 'B', moreEmails: [{ value: 'a@x.example' }] }, true],
  [
    { fullName: 'A', phoneE164: '+4930123456' },
    { fullName: 'B', morePhones: [{ e164: '+4930123456' }] },
    true,
  ],
  [
    { fullName: 'A', phone: '+49 (30) 123-456' },
    { fullName: 'B', phone: '030 123456', phoneE164: '+4930123456' },
    true,
  ],
  [{ fullName: 'Ada Byron' }, { fullName: 'Ada Lovelace' }, false],
])('%j and %j share a key: %s', (one, another, isSame) => {
  const keys = matchKeysOf(one);
  expect(matchKeysOf(another).some((key) => keys.includes(key))).toBe(isSame);
});
