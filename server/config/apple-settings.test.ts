import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeChain } from '#server/sharing/wallet/development-chain.ts';
import { readConfig } from './config.ts';

const TYPE = 'pass.com.example.cards';
const TEAM = 'A1B2C3D4E5';
type Chain = Awaited<ReturnType<typeof makeChain>>;
let chain: Chain;
let other: Chain;

beforeAll(async () => {
  [chain, other] = await Promise.all([makeChain(TYPE, TEAM, new Date()), makeChain(TYPE, TEAM, new Date())]);
});

const settings = (changes: Record<string, string> = {}) => ({
  APPLE_PASS_TYPE_ID: TYPE,
  APPLE_TEAM_ID: TEAM,
  APPLE_PASS_CERT: chain.certificate,
  APPLE_PASS_KEY: chain.key,
  APPLE_WWDR_CERT: chain.issuer,
  ...changes,
});

const encrypted = (passphrase: string) =>
  createPrivateKey(chain.key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();

describe('The certificate for Apple Wallet', () => {
  it('is missing in an empty environment', () => {
    expect(readConfig({}).apple).toEqual({ certificate: undefined, apnsUrl: undefined });
  });

  it('is taken as text, as text in one line, and as a file', async () => {
    expect(readConfig(settings()).apple.certificate).toMatchObject({ passTypeId: TYPE, teamId: TEAM });
    const oneLine = chain.certificate.replaceAll('\n', '\\n');
    expect(readConfig(settings({ APPLE_PASS_CERT: oneLine })).apple.certificate).toBeDefined();
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-pem-'));
    const file = path.join(folder, 'pass.pem');
    await fs.writeFile(file, chain.certificate);
    expect(readConfig(settings({ APPLE_PASS_CERT: file })).apple.certificate).toBeDefined();
    await fs.rm(folder, { recursive: true });
  });

  it('may have a key with a password', () => {
    const given = { APPLE_PASS_KEY: encrypted('öpen'), APPLE_PASS_KEY_PASSWORD: 'öpen' };
    expect(readConfig(settings(given)).apple.certificate?.key).toContain('BEGIN RSA PRIVATE KEY');
  });

  it('does not keep the server from starting once it has expired', { tags: ['thorough'] }, async () => {
    const old = await makeChain(TYPE, TEAM, new Date('2001-01-01'));
    const given = { APPLE_PASS_CERT: old.certificate, APPLE_PASS_KEY: old.key, APPLE_WWDR_CERT: old.issuer };
    const { certificate } = readConfig(settings(given)).apple;
    expect(certificate?.validUntil.toISOString()).toContain('2020-12-31');
  });

  it('is refused in a sentence if anything is wrong', { tags: ['thorough'] }, async () => {
    const refusal = (changes: Record<string, string>) => {
      try {
        readConfig(settings(changes));
        return 'taken';
      } catch (error) {
        return String(error);
      }
    };
    const early = await makeChain(TYPE, TEAM, new Date('2029-06-01'));
    const cases: [Record<string, string>, string][] = [
      [{ APPLE_TEAM_ID: '' }, 'APPLE_TEAM_ID is not set'],
      [{ APPLE_PASS_CERT: '/no/such/file.pem' }, 'neither PEM text nor the path of a file'],
      [{ APPLE_PASS_CERT: chain.key }, 'APPLE_PASS_CERT is wrong: it holds no certificate'],
      [{ APPLE_PASS_CERT: early.certificate }, 'not valid before 2029-05-31'],
      [{ APPLE_PASS_TYPE_ID: 'pass.other' }, `is for ${TYPE}, not for pass.other`],
      [{ APPLE_TEAM_ID: 'ZZZZZZZZZZ' }, `belongs to team ${TEAM}, not to ZZZZZZZZZZ`],
      [{ APPLE_PASS_KEY: other.key }, 'APPLE_PASS_KEY is wrong: it is not the key of the certificate'],
      [{ APPLE_PASS_KEY: chain.issuer }, 'holds no private key'],
      [{ APPLE_PASS_KEY: encrypted('right') }, 'APPLE_PASS_KEY_PASSWORD is missing'],
      [
        { APPLE_PASS_KEY: encrypted('right'), APPLE_PASS_KEY_PASSWORD: 'wrong' },
        'APPLE_PASS_KEY_PASSWORD is wrong',
      ],
      [{ APPLE_WWDR_CERT: other.issuer }, 'APPLE_WWDR_CERT is wrong: it did not issue'],
      [{ APNS_URL: 'http://apns.example.com' }, 'APNS_URL is wrong'],
    ];
    for (const [changes, words] of cases) expect(refusal(changes)).toContain(words);
    expect(refusal({ APPLE_PASS_KEY: encrypted('secret') })).not.toContain('BEGIN');
  });
});
