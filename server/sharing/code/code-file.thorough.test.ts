import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOWNLOADS, type Download, STRAIN, signUpWithPictures } from '#test/code-files.ts';
import { readCode, shrinkPicture, WAYS } from '#test/code-readers.ts';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { firstOf } from '#test/thorough.ts';

const ORIGIN = 'https://cards.example.com';
const server = shareTestServer({ PUBLIC_URL: ORIGIN });
let owner: Client;
let cardId: string;
let link: string;
beforeAll(async () => {
  ({ call: owner, cardId } = await signUpWithPictures(server));
  link = `${ORIGIN}/card/${cardId}`;
});

const get = (path: string, query: string, call = owner) =>
  call('GET', `/api/cards/${cardId}/${path}?${query}`);

describe('A code to download', () => {
  async function expectRead({ path, query, toPicture }: Download, looks: readonly string[]): Promise<void> {
    for (const look of looks) {
      const { status, bytes } = await get(path, `${look}&${query}`);
      expect(status).toBe(200);
      const picture = await toPicture(bytes);
      const plain = await readCode(await (WAYS.plain ?? shrinkPicture)(picture));
      const tiny = await readCode(await shrinkPicture(picture));
      expect([plain.zxing, tiny.zxing]).toEqual([link, link]);
      expect([plain.jsqr, tiny.jsqr]).toContain(link);
    }
  }

  it.each(firstOf(DOWNLOADS))('is read by two decoders from $path ($query), in gold', (download) =>
    expectRead(download, ['style=gold']),
  );

  it.each(DOWNLOADS)(
    'is read by two decoders from $path ($query), with a photo, a logo, on dark',
    { tags: ['thorough'] },
    (download) => expectRead(download, ['style=gradient&middle=photo', 'style=blue&middle=logo&ground=dark']),
  );

  it('survives what happens on the way to a camera', { tags: ['thorough'] }, async () => {
    const { bytes } = await get('code.png', 'style=charcoal&middle=photo&ground=dark&size=2048');
    for (const [name, way] of Object.entries(WAYS)) {
      expect({ name, ...(await readCode(await way(bytes))) }).toEqual({ name, jsqr: link, zxing: link });
    }
  });

  it('is square as PNG, has the name of the person, and is told apart from that with the contact', async () => {
    for (const size of [300, 2048]) {
      const { headers, bytes } = await get('code.png', `style=gold&ground=dark&middle=photo&size=${size}`);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: size, height: size, format: 'png' });
      expect(headers.get('content-type')).toBe('image/png');
    }
    const nameOf = async (path: string, query: string) =>
      decodeURIComponent((await get(path, query)).headers.get('content-disposition') ?? '');
    expect(await nameOf('code.svg', 'style=gold')).toContain(`UTF-8''${STRAIN.fullName}_QR_Code.svg`);
    expect(await nameOf('code.pdf', 'style=gold')).toContain(`UTF-8''${STRAIN.fullName}_QR_Code.pdf`);
    expect(await nameOf('code.png', 'contains=contact')).toContain(`${STRAIN.fullName}_Contact_QR_Code.png`);
  });

  async function expectContact(look: string): Promise<void> {
    for (const { path, query, toPicture } of DOWNLOADS) {
      const { status, bytes } = await get(path, `contains=contact${look}&${query}`);
      expect(status).toBe(200);
      const { jsqr, zxing } = await readCode(await toPicture(bytes));
      expect(jsqr).toBe(zxing);
      expect(zxing).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:[\s\S]*\r\nEND:VCARD$/);
      expect(zxing).toContain(`\r\nFN:${STRAIN.fullName}\r\nTEL:+442079460000\r\n`);
      expect(zxing).toContain(`\r\nURL:${link}\r\n`);
    }
    const tooSmall = await get('code.png', `contains=contact${look}&size=299`);
    expect(tooSmall.status).toBe(400);
    expect(tooSmall.body.message).toBe('A code that contains the contact has at least 300 pixels.');
  }

  it('contains the contact itself, from 300 pixels', { tags: ['thorough'] }, () => expectContact(''));

  it('contains the contact itself in a style on dark', { tags: ['thorough'] }, () =>
    expectContact('&style=blue&ground=dark'),
  );

  it('in colors of one’s own is read, and refused with the nearest that are', {
    tags: ['thorough'],
  }, async () => {
    const dark = 'from=%23331155&to=%230A4A3A';
    const { status, bytes } = await get('code.png', `style=blue&${dark}`);
    expect(status).toBe(200);
    expect(await readCode(bytes)).toEqual({ jsqr: link, zxing: link });

    const pale = 'from=%23FFE066&to=%23AADDFF';
    for (const { path } of DOWNLOADS) expect((await get(path, `style=blue&${pale}`)).status).toBe(422);
    const { body: nearest } = await get('code-colors', `style=blue&${pale}`);
    expect(nearest.canBeScanned).toBe(false);
    const refusal = (await get('code.png', `style=blue&${pale}`)).body;
    expect(refusal.message).toContain(`${nearest.from} and ${nearest.to}`);
    const near = `from=${encodeURIComponent(nearest.from)}&to=${encodeURIComponent(nearest.to)}`;
    expect((await get('code-colors', `style=blue&${near}`)).body).toEqual({ ...nearest, canBeScanned: true });
    expect((await get('code.png', `style=blue&${near}`)).status).toBe(200);
    expect((await get('code-colors', `style=gold&${dark}`)).body).toEqual({
      canBeScanned: true,
      from: '#331155',
      to: '#0A4A3A',
    });
  });

  it.each([
    'from=%23331155',
    'from=red&to=blue',
    'middle=cat',
    'ground=grey',
    'contains=all',
    'style=neon',
    'contains=contact&middle=photo',
  ])('is refused with %s', async (query) => {
    for (const { path } of DOWNLOADS) expect((await get(path, query)).status).toBe(400);
  });

  it('is refused with a picture that the card does not have', async () => {
    const { call } = await signUp(server);
    const { body } = await call('POST', '/api/cards', { name: 'Plain', fullName: 'Ada King' });
    for (const [middle, words] of [
      ['photo', 'no profile picture'],
      ['logo', 'no company logo'],
    ]) {
      for (const path of [...DOWNLOADS.map((download) => download.path), 'code-colors']) {
        const answer = await call('GET', `/api/cards/${body.id}/${path}?style=gold&middle=${middle}`);
        expect(answer.status).toBe(422);
        expect(answer.body.message).toContain(words);
      }
    }
  });

  it('of the strangest names is a valid file', { tags: ['thorough'] }, async () => {
    const names = ['عمر الخيّام', '"><script>alert(1)</script>&amp;]]>', '👩‍🔬'.repeat(40)];
    const { call } = await signUp(server);
    for (const fullName of names) {
      const { body } = await call('POST', '/api/cards', { name: 'Strange', fullName });
      const strange = (path: string, query: string) =>
        call('GET', `/api/cards/${body.id}/${path}?style=gold&${query}`);
      for (const { path, query, toPicture } of DOWNLOADS) {
        const { status, bytes } = await strange(path, query);
        expect(status).toBe(200);
        expect((await readCode(await toPicture(bytes))).zxing).toBe(`${ORIGIN}/card/${body.id}`);
      }
      await call('DELETE', `/api/cards/${body.id}`);
    }
  });
});
