import { beforeAll, describe, expect, it } from 'vitest';
import { COLOR_PRESETS } from '#shared/cards/color-presets.ts';
import { computeContrast } from '#site/card/colors.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const ORIGIN = 'https://cards.example.com';
const server = shareTestServer({ PUBLIC_URL: ORIGIN });

let owner: Client;
let cardId: string;

const signedIn = async (): Promise<Client> => (await signUp(server, 'Ada King')).call;

beforeAll(async () => {
  owner = await signedIn();
  const { body } = await owner('POST', '/api/cards', {
    name: 'My work card',
    fullName: 'Łukasz Nowak',
    jobTitle: 'Architect',
    company: 'Acme; Sons, Inc.',
    workEmail: 'lukasz@acme.example',
    primaryPhone: '+48 22 555 01 02',
    website: 'acme.example',
    bio: 'First line\nsecond line',
    city: 'Warszawa',
    country: 'Poland',
    primaryColor: '#1a1a1a',
    secondaryColor: '#D4AF37',
    social: { linkedin: 'lukasz', discord: 'lukasz#1' },
  });
  cardId = body.id;
});

const fromRgb = (triple: string) =>
  `#${[...triple.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`;

describe('The Apple Wallet pass', () => {
  it('carries the card, its link as QR code and its colors', { tags: ['thorough'] }, async () => {
    const { status, body } = await owner('GET', `/api/wallet/apple/${cardId}`);
    expect(status).toBe(200);
    expect(body.url).toBe(`/api/wallet/apple/${cardId}.pkpass`);
    expect(body.downloadName).toBe('My-work-card-businesscard.pkpass');
    expect(body.pass).toMatchObject({
      formatVersion: 1,
      serialNumber: cardId,
      description: 'Łukasz Nowak, digital business card',
      organizationName: 'Goldleaf',
      logoText: 'Acme; Sons, Inc.',
      backgroundColor: 'rgb(26, 26, 26)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(212, 175, 55)',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: `${ORIGIN}/card/${cardId}` }],
      generic: {
        primaryFields: [{ key: 'fullName', value: 'Łukasz Nowak' }],
        secondaryFields: [
          { key: 'jobTitle', label: 'Job Title', value: 'Architect' },
          { key: 'company', label: 'Company', value: 'Acme; Sons, Inc.' },
        ],
        auxiliaryFields: [
          { key: 'phone', label: 'Phone', value: '+48 22 555 01 02' },
          { key: 'email', label: 'Email', value: 'lukasz@acme.example' },
        ],
      },
    });
    const back: Record<string, string> = Object.fromEntries(
      body.pass.generic.backFields.map(({ key, value }: Record<string, string>) => [key, value]),
    );
    expect(back).toEqual({
      workEmail: 'lukasz@acme.example',
      primaryPhone: '+48 22 555 01 02',
      website: 'https://acme.example/',
      address: 'Warszawa\nPoland',
      'social-linkedin': 'https://www.linkedin.com/in/lukasz',
      bio: 'First line\nsecond line',
      card: `${ORIGIN}/card/${cardId}?via=wallet`,
    });
  });

  it('has no key twice and no empty value, as wallets demand', async () => {
    const { body } = await owner('GET', `/api/wallet/apple/${cardId}`);
    const generic: Record<string, { key: string; value: string }[]> = body.pass.generic;
    const fields = Object.values(generic).flat();
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
    expect(fields.every(({ value }) => value.length > 0)).toBe(true);
  });

  it('stays readable in every pair of colors', async () => {
    const designer = await signedIn();
    const { body: card } = await designer('POST', '/api/cards', { name: 'A', fullName: 'B' });
    const pairs = [
      ...COLOR_PRESETS.map(({ primary, secondary }) => [primary, secondary]),
      ['#777777', '#787878'],
      ['#ffffff', '#fffffe'],
      ['#000000', '#000001'],
    ];
    for (const [primaryColor, secondaryColor] of pairs) {
      await designer('PUT', `/api/cards/${card.id}`, { primaryColor, secondaryColor });
      const { pass } = (await designer('GET', `/api/wallet/apple/${card.id}`)).body;
      const background = fromRgb(pass.backgroundColor);
      expect(background).toBe(primaryColor?.toLowerCase());
      expect(computeContrast(background, fromRgb(pass.foregroundColor))).toBeGreaterThan(4);
      expect(computeContrast(background, fromRgb(pass.labelColor))).toBeGreaterThan(4);
    }
  });
});

describe('The Google Wallet pass', () => {
  it('is a generic object of the card', async () => {
    const { status, body } = await owner('GET', `/api/wallet/google/${cardId}`);
    expect(status).toBe(200);
    expect(body.saveUrl).toBeNull();
    expect(body.object).toMatchObject({
      id: cardId,
      state: 'ACTIVE',
      cardTitle: { defaultValue: { language: 'en-US', value: 'Acme; Sons, Inc.' } },
      header: { defaultValue: { value: 'Łukasz Nowak' } },
      subheader: { defaultValue: { value: 'Architect' } },
      hexBackgroundColor: '#1a1a1a',
      barcode: { type: 'QR_CODE', value: `${ORIGIN}/card/${cardId}` },
    });
    const ids = body.object.textModulesData.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const uris = body.object.linksModuleData.uris.map(({ uri }: { uri: string }) => uri);
    expect(uris).toEqual([
      `${ORIGIN}/card/${cardId}?via=wallet`,
      'mailto:lukasz@acme.example',
      'tel:+48225550102',
      'https://acme.example/',
      'https://www.linkedin.com/in/lukasz',
    ]);
  });

  it('needs no more than a name', async () => {
    const someone = await signedIn();
    const { body: card } = await someone('POST', '/api/cards', { name: 'A', fullName: 'Bo' });
    const { object } = (await someone('GET', `/api/wallet/google/${card.id}`)).body;
    expect(object).toMatchObject({ cardTitle: { defaultValue: { value: 'Goldleaf' } }, textModulesData: [] });
    expect(object.subheader).toBeUndefined();
  });
});

describe('The QR image', () => {
  it('holds the address of the public card and is named after the person', async () => {
    const { status, body } = await owner('GET', `/api/wallet/qr/${cardId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      qrCodeData: `${ORIGIN}/card/${cardId}`,
      downloadName: 'Łukasz Nowak_QR_Code.png',
    });
  });
});

describe('Wallet calls', () => {
  it.each(['apple', 'google', 'qr'])('for %s answer only the owner of a card', async (kind) => {
    const path = `/api/wallet/${kind}/${cardId}`;
    expect((await server.client()('GET', path)).status).toBe(401);
    const other = await signedIn();
    expect((await other('GET', path)).status).toBe(403);
    expect((await other('GET', `/api/wallet/${kind}/nosuchcard`)).status).toBe(404);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: false });
    expect((await other('GET', path)).status).toBe(404);
    expect((await owner('GET', path)).status).toBe(200);
    await owner('PUT', `/api/cards/${cardId}`, { isActive: true });
  });
});
