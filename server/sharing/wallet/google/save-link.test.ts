import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { linkWithObject } from '#server/sharing/wallet/google/save-link.ts';
import { FULL_CARD } from '#test/full-card.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { publishCard } from '#test/public-card.ts';
import { startTestServer } from '#test/server.ts';

const ORIGIN = 'https://cards.example.com';
const google = startTestGoogle();
const server = startTestServer(Object.assign(google.settings, { PUBLIC_URL: ORIGIN }));

/** The link a visitor is sent to; Google knows nothing of the card. */
async function pressed(fields: object) {
  const { id, path } = await publishCard(server, fields);
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile' };
  const { headers } = await server.client()('GET', `${path}/wallet`, undefined, phone);
  return { id, saveUrl: headers.get('location') ?? '' };
}

describe('A link with the card in it', () => {
  const long = (text: string, length: number) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const whole = { ...FULL_CARD, isActive: true, walletEnabled: true };
  const HOSTILE: [string, Record<string, unknown>][] = [
    ['letters', { fullName: long('Abc ', 99), company: long('Xyz ', 99) }],
    ['emoji', { fullName: long('👩🏽‍🚀', 98), company: long('🏳️‍🌈', 96), bio: long('🎉', 1_000) }],
    ['right-to-left', { fullName: long('מיכל كريم ', 99), company: long('حلول ', 99) }],
    ['quotes', { fullName: long(`"\\'<>&`, 99), company: long('"', 99) }],
    ['one letter with many accents', { fullName: `Z${'\u0301'.repeat(99)}`, company: 'Acme' }],
    ['Chinese', { fullName: long('王小明', 99), company: long('公司', 99), jobTitle: long('经理', 99) }],
    ['control characters', { fullName: 'A\u0001\u007f\u2028\u202eB', company: '\tAcme\n' }],
    [
      'everything',
      { ...whole, customWebsites: [1, 2, 3].map((at) => `example-${at}.com/${long('a', 150)}`) },
    ],
  ];

  it.each(HOSTILE)('stays below 1,800 characters and is valid for a card of %s', async (_name, fields) => {
    const { id, saveUrl } = await pressed(fields);
    const [object] = (await google.readLink(saveUrl)).payload.genericObjects;
    const { header, cardTitle, barcode } = object as Record<string, { defaultValue: { value: string } }>;
    expect(header?.defaultValue.value).toMatch(/\S/);
    expect(header?.defaultValue.value).not.toMatch(/\p{Surrogate}/u);
    expect(cardTitle?.defaultValue.value).toMatch(/\S/);
    expect(barcode).toEqual({ type: 'QR_CODE', value: `${ORIGIN}/card/${id}` });
  });

  it.each([
    ['the longest host', `https://${`${long('a', 63)}.`.repeat(3)}${long('b', 61)}`, 2048],
    ['a longer key', ORIGIN, 4096],
  ])('stays below 1,800 characters with %s', { tags: ['thorough'] }, async (_name, origin, modulusLength) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const signer = { issuerId: google.issuerId, email: google.email, key: privateKey };
    const { id: cardId } = await publishCard(server, { fullName: long('王', 99), company: long('公', 99) });
    const found = await server.running.app.readCard(cardId);
    if (!found) throw new Error('The card was not found.');
    const link = await linkWithObject(
      signer,
      `${origin}/card/${cardId}`,
      { card: found.card, isFollowed: false },
      new Date(),
    );
    expect(link.length).toBeLessThan(1_800);
    await jwtVerify(link.split('/').at(-1) ?? '', publicKey);
  });

  it('leaves out what matters least', async () => {
    const { saveUrl } = await pressed({ ...whole, fullName: 'Ada King', bio: long('word ', 1_000) });
    const [object] = (await google.readLink(saveUrl)).payload.genericObjects;
    const text = JSON.stringify(object);
    expect(text).toContain('via=wallet');
    expect(text).toContain('tel:');
    expect(text).toContain('mailto:');
    expect(text).not.toContain('word word');
  });
});
