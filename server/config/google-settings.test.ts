import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { googleWallet } from '#server/config/google-settings.ts';
import { writeCredentials } from '#test/google-wallet.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const CREDENTIALS = writeCredentials(privateKey);
const GOOD = { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678', GOOGLE_WALLET_CREDENTIALS: CREDENTIALS };

const read = (env: Record<string, string>) => googleWallet.read({ ...GOOD, ...env });

describe('The settings of Google Wallet', () => {
  it('are all left out, or complete', () => {
    expect(googleWallet.read({})).toBeUndefined();
    expect(googleWallet.read({ GOOGLE_WALLET_ISSUER_ID: ' ' })).toBeUndefined();
    expect(googleWallet.read(GOOD)).toMatchObject({
      issuerId: '3388000000012345678',
      email: 'passes@goldleaf.iam.gserviceaccount.com',
      apiUrl: 'https://walletobjects.googleapis.com/walletobjects/v1',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    });
  });

  it('take the key as text, as text with real line breaks, or as the path of a file', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-key-')), 'key.json');
    fs.writeFileSync(file, CREDENTIALS);
    for (const given of [CREDENTIALS, CREDENTIALS.replaceAll('\\n', '\n'), file]) {
      expect(read({ GOOGLE_WALLET_CREDENTIALS: given })).toMatchObject({
        email: 'passes@goldleaf.iam.gserviceaccount.com',
      });
    }
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  it('take another server as an origin or as the address of its resources', () => {
    const apiUrl = (url: string) => read({ GOOGLE_WALLET_API_URL: url })?.apiUrl;
    expect(apiUrl('http://127.0.0.1:9000')).toBe('http://127.0.0.1:9000/walletobjects/v1');
    expect(apiUrl('http://127.0.0.1:9000/')).toBe('http://127.0.0.1:9000/walletobjects/v1');
    expect(apiUrl('https://wallet.example/v2/')).toBe('https://wallet.example/v2');
  });

  it.each([
    [{ GOOGLE_WALLET_CREDENTIALS: '' }, /GOOGLE_WALLET_CREDENTIALS is not set/],
    [{ GOOGLE_WALLET_ISSUER_ID: '' }, /GOOGLE_WALLET_ISSUER_ID is not set/],
    [{ GOOGLE_WALLET_ISSUER_ID: 'acme' }, /GOOGLE_WALLET_ISSUER_ID is wrong: must be the number/],
    [{ GOOGLE_WALLET_CREDENTIALS: '/no/such/file' }, /neither JSON text nor the path of a file/],
    [{ GOOGLE_WALLET_CREDENTIALS: '{"type"' }, /not the JSON key of a service account/],
    [{ GOOGLE_WALLET_CREDENTIALS: '{}' }, /client_email is missing or wrong/],
    [
      { GOOGLE_WALLET_CREDENTIALS: writeCredentials(privateKey, { type: 'authorized_user' }) },
      /type is missing or wrong/,
    ],
    [{ GOOGLE_WALLET_CREDENTIALS: writeCredentials(weak) }, /not an RSA key of 2,048 bits/],
    [{ GOOGLE_WALLET_CREDENTIALS: writeCredentials(curve) }, /not an RSA key of 2,048 bits/],
    [
      { GOOGLE_WALLET_CREDENTIALS: writeCredentials(privateKey, { token_uri: 'http://evil.example' }) },
      /token_uri/,
    ],
    [{ GOOGLE_WALLET_API_URL: 'http://wallet.example' }, /GOOGLE_WALLET_API_URL is wrong/],
    [{ GOOGLE_WALLET_API_URL: 'ftp://127.0.0.1' }, /GOOGLE_WALLET_API_URL is wrong/],
    [{ GOOGLE_TOKEN_URL: 'http://tokens.example/token' }, /GOOGLE_TOKEN_URL is wrong/],
  ])('are refused with a sentence: %o', (env, sentence) => {
    expect(() => readConfig({ ...GOOD, ...env })).toThrow(sentence);
    expect(() => read(env)).not.toThrow('PRIVATE KEY');
  });

  it('of a server elsewhere are refused without an issuer', () => {
    expect(() => readConfig({ GOOGLE_TOKEN_URL: 'http://127.0.0.1:1/token' })).toThrow(/belong together/);
  });
});
