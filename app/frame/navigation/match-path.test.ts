import { expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

it('reads the open parts of an address, decoded', () => {
  const match = matchPath('/edit-card/{id}');
  expect(match('/edit-card/abc')).toEqual({ id: 'abc' });
  expect(match('/edit-card/a%20b')).toEqual({ id: 'a b' });
  expect(match('/edit-card/100%')).toEqual({ id: '100%' });
});

it('matches whole addresses only, in any case and with a slash at the end', () => {
  const match = matchPath('/contacts');
  expect(match('/Contacts/')).toEqual({});
  expect([match('/contacts/import'), match('/my/contacts'), match('/contact')]).toEqual([null, null, null]);
});

it('keeps an open part within its slashes', () => {
  const match = matchPath('/contacts/{id}');
  expect([match('/contacts/'), match('/contacts/a/b')]).toEqual([null, null]);
});
