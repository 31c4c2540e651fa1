import { expect, it } from 'vitest';
import { findMisspelled, SETTINGS } from '#server/config/config.ts';

it.each([
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['RATE_LIMIT', 'RATE_LIMITS'],
  ['PROT', 'PORT'],
  ['database_url', 'DATABASE_URL'],
])('asks whether %s was meant to be %s', (name, meant) => {
  expect(findMisspelled({ [name]: 'x' })).toEqual([
    `${name} is not a setting of Goldleaf. Did you mean ${meant}?`,
  ]);
});

it.each([
  'HOME',
  'HOSTNAME',
  'POST',
  'SORT',
  'MAIL',
  'PATH',
  'LOGNAME',
  'SHELL',
  'LANG',
  'NODE_ENV',
  'PUBLIC_KEY',
  'PWD',
])('says nothing about %s', (name) => {
  expect(findMisspelled({ [name]: 'x' })).toEqual([]);
});

it('does not confuse one setting with another', () => {
  expect(
    findMisspelled(
      Object.fromEntries(SETTINGS.flatMap(({ settings }) => settings).map(({ name }) => [name, 'x'])),
    ),
  ).toEqual([]);
});
