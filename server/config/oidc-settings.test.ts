import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findMisspelled, readConfig } from './config.ts';

const google = { OIDC_PROVIDERS: 'google', OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'hush' };
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const apple = {
  OIDC_PROVIDERS: 'apple',
  OIDC_APPLE_CLIENT_ID: 'com.example.cards',
  OIDC_APPLE_KEY: pem,
  OIDC_APPLE_KEY_ID: 'ABC123DEFG',
  OIDC_APPLE_TEAM_ID: 'DEF123GHIJ',
};

describe('The providers to sign in with', () => {
  it('are none with an empty environment', () => {
    expect(readConfig({}).oidc).toEqual([]);
    expect(readConfig({ OIDC_PROVIDERS: ' , ' }).oidc).toEqual([]);
  });

  it.each([
    ['google', 'Google', 'https://accounts.google.com'],
    ['Microsoft', 'Microsoft', 'https://login.microsoftonline.com/common/v2.0'],
    ['linkedin', 'LinkedIn', 'https://www.linkedin.com/oauth'],
  ])('know where %s is and how it is written', (name, label, issuer) => {
    const part = name.toUpperCase();
    const env = {
      OIDC_PROVIDERS: name,
      [`OIDC_${part}_CLIENT_ID`]: 'id',
      [`OIDC_${part}_CLIENT_SECRET`]: 'x',
    };
    expect(readConfig(env).oidc).toEqual([
      { name: part.toLowerCase(), label, issuer, clientId: 'id', proof: { kind: 'secret', secret: 'x' } },
    ]);
  });

  it('keep their order, and take any name with an issuer', () => {
    const env = {
      ...google,
      OIDC_PROVIDERS: 'acme-id, google',
      OIDC_ACME_ID_ISSUER: 'https://id.acme.example/realms/staff',
      OIDC_ACME_ID_CLIENT_ID: 'cards',
      OIDC_ACME_ID_CLIENT_SECRET: 'x',
    };
    expect(readConfig(env).oidc.map(({ name, label }) => [name, label])).toEqual([
      ['acme-id', 'Acme Id'],
      ['google', 'Google'],
    ]);
  });

  it.each([
    ['with line breaks', pem],
    ['with \\n', pem.replaceAll('\n', '\\n')],
    ['without its first and last line', pem.split('\n').slice(1, -2).join('')],
  ])('take the key of Apple %s', (_form, key) => {
    const [provider] = readConfig({ ...apple, OIDC_APPLE_KEY: key }).oidc;
    expect(provider).toMatchObject({ issuer: 'https://appleid.apple.com', proof: { keyId: 'ABC123DEFG' } });
  });

  it.each([
    [{ OIDC_GOOGLE_CLIENT_ID: '' }, /names google, but OIDC_GOOGLE_CLIENT_ID is not set\.$/],
    [
      { OIDC_GOOGLE_CLIENT_ID: '', OIDC_GOOGLE_CLIENT_SECRET: ' ' },
      /OIDC_GOOGLE_CLIENT_ID, OIDC_GOOGLE_CLIENT_SECRET are not set\.$/,
    ],
    [
      { OIDC_PROVIDERS: 'acme' },
      /OIDC_ACME_ISSUER, OIDC_ACME_CLIENT_ID, OIDC_ACME_CLIENT_SECRET are not set/,
    ],
    [{ OIDC_PROVIDERS: 'constructor' }, /OIDC_CONSTRUCTOR_ISSUER/],
    [{ OIDC_PROVIDERS: 'google google' }, /"google google" must be a name of letters/],
    [{ OIDC_PROVIDERS: 'google,Google' }, /each name may be listed only once/],
    [{ OIDC_GOOGLE_ISSUER: 'accounts.google.com' }, /OIDC_GOOGLE_ISSUER is wrong: must be an address/],
    [{ OIDC_GOOGLE_ISSUER: 'http://accounts.google.com' }, /http:\/\/ only on this machine/],
    [{ OIDC_GOOGLE_ISSUER: 'https://accounts.google.com/?a=b' }, /OIDC_GOOGLE_ISSUER is wrong/],
    [
      { ...apple, OIDC_APPLE_KEY: 'not a key' },
      /OIDC_APPLE_KEY is wrong: must be the private key from Apple/,
    ],
    [{ ...apple, OIDC_APPLE_TEAM_ID: '' }, /OIDC_APPLE_TEAM_ID is not set/],
  ])('stop the start with a sentence that quotes no secret: %j', (changes, sentence) => {
    const env = { ...google, ...changes };
    expect(() => readConfig(env)).toThrow(sentence);
    expect(() => readConfig(env)).toThrow(/^Goldleaf cannot start\. /);
    expect(() => readConfig(env)).not.toThrow(/hush|not a key/);
  });

  it.each(['http://localhost:4444', 'http://127.0.0.1:4444/x', 'http://[::1]:4444'])(
    'may be reached without encryption at %s',
    (issuer) => {
      expect(readConfig({ ...google, OIDC_GOOGLE_ISSUER: issuer }).oidc).toMatchObject([{ issuer }]);
    },
  );

  it('have settings whose misspelling is noticed', () => {
    expect(findMisspelled({ ...google, OIDC_GOOGLE_CLIENT_SECRT: 'x' })).toEqual([
      'OIDC_GOOGLE_CLIENT_SECRT is not a setting of Goldleaf. Did you mean OIDC_GOOGLE_CLIENT_SECRET?',
    ]);
    expect(findMisspelled(google)).toEqual([]);
  });
});
