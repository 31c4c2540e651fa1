import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { QR_PNG_MAX, QR_STYLE_IDS } from '#shared/contract/constants.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const ORIGIN = 'https://cards.example.com';
const server = shareTestServer({ PUBLIC_URL: ORIGIN });
let cardId: string;
let owner: Client;
beforeAll(async () => {
  ({ cardId, call: owner } = await signUpWithCard(server));
});

const fetchQr = async (file: string) => {
  const answer = await fetch(`${server.url}/api/cards/${cardId}/${file}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** The text that a phone decodes from the picture. */
async function decode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('The QR code of a card', () => {
  async function expectRead(correction: string): Promise<void> {
    for (const size of [128, 256, 300, 511, QR_PNG_MAX]) {
      const { type, bytes } = await fetchQr(`qr.png?size=${size}&errorCorrection=${correction}`);
      expect(type).toBe('image/png');
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([size, size]);
      expect(await decode(bytes)).toBe(`${ORIGIN}/card/${cardId}`);
    }
    const { type, bytes } = await fetchQr(`qr.svg?errorCorrection=${correction}`);
    expect(type).toBe('image/svg+xml');
    expect(await decode(await sharp(bytes, { density: 400 }).png().toBuffer())).toBe(
      `${ORIGIN}/card/${cardId}`,
    );
  }

  it.each(['medium'])('is read in every size with %s error correction', expectRead);
  it.each(['low', 'quartile', 'high'])(
    'is read in every size with %s error correction',
    { tags: ['thorough'] },
    expectRead,
  );

  it('has a quiet zone of four modules and equal modules of whole pixels', {
    tags: ['thorough'],
  }, async () => {
    for (const size of [64, 300, QR_PNG_MAX]) {
      const { bytes } = await fetchQr(`qr.png?size=${size}`);
      const { data, info } = await sharp(bytes)
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
      const columns = dark.map((at) => at % info.width);
      const rows = dark.map((at) => Math.floor(at / info.width));
      const top = rows.reduce((a, b) => Math.min(a, b));
      const bottom = rows.reduce((a, b) => Math.max(a, b));
      const left = columns.reduce((a, b) => Math.min(a, b));
      // The finder pattern at the top left is seven modules wide.
      let finder = 0;
      while ((data[top * info.width + left + finder] ?? 255) < 128) finder += 1;
      expect(finder % 7).toBe(0);
      const pixelsOfModule = finder / 7;
      expect((bottom - top + 1) % pixelsOfModule).toBe(0);
      for (const margin of [top, left, size - 1 - bottom])
        expect(margin).toBeGreaterThanOrEqual(4 * pixelsOfModule);
    }
  });

  it.each(['size=63', 'size=2049', 'size=x', 'size=1e3.5', 'errorCorrection=best'])(
    'is refused with %s',
    async (query) => {
      expect((await fetch(`${server.url}/api/cards/${cardId}/qr.png?${query}`)).status).toBe(400);
    },
  );

  it('of a paused card is kept by no cache on its way to the owner', async () => {
    const { call, cardId: paused } = await signUpWithCard(server);
    const caching = async (file: string) =>
      (await call('GET', `/api/cards/${paused}/${file}`)).headers.get('cache-control');
    expect(await caching('qr.png')).toContain('public');
    await call('PUT', `/api/cards/${paused}`, { isActive: false });
    for (const file of ['qr.svg', 'qr.png']) expect(await caching(file)).toBe('no-store');
  });

  it('is not there for a card that is not', async () => {
    for (const file of ['qr.svg', 'qr.png']) {
      expect((await fetch(`${server.url}/api/cards/nosuchcard/${file}`)).status).toBe(404);
    }
  });
});

describe('The file an owner keeps of a code', () => {
  const address = (query: string) => `/api/cards/${cardId}/code.png${query}`;

  it('is painted in the style of the app, and named after the person', { tags: ['thorough'] }, async () => {
    const plain = await owner('GET', address('?size=256'));
    const pictures = [plain];
    for (const style of QR_STYLE_IDS) pictures.push(await owner('GET', address(`?style=${style}&size=256`)));
    for (const { status, headers, bytes } of pictures) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('content-disposition')).toContain('filename="Ada Lovelace_QR_Code.png"');
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 });
      expect(await decode(bytes)).toBe(`${ORIGIN}/card/${cardId}`);
    }
    expect(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size).toBe(5);
    expect((await owner('HEAD', address('?style=gold'))).status).toBe(200);
  });

  it("is the owner's alone, and no larger than a code may be", async () => {
    const { call: other } = await signUp(server);
    expect((await other('GET', address(''))).status).toBe(403);
    expect((await server.client()('GET', address(''))).status).toBe(401);
    expect((await owner('GET', address('?style=neon'))).status).toBe(400);
    expect((await owner('GET', address(`?size=${QR_PNG_MAX + 1}`))).status).toBe(400);
  });
});
