import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { BACKGROUND_DESIGNS, BACKGROUND_SIDES, BACKGROUND_SIZES } from '#shared/cards/backgrounds.ts';
import { readCode } from '#test/code-readers.ts';
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

async function fetchBackground(query: string, call = owner, id = cardId): Promise<Buffer> {
  const reply = await call('GET', `/api/cards/${id}/background.png?${query}`);
  expect([query, reply.status]).toEqual([query, 200]);
  expect(reply.headers.get('content-type')).toBe('image/png');
  return reply.bytes;
}

/** Head and shoulders of a person before the camera. */
const PERSON = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><g fill="#6b4f3a">' +
    '<ellipse cx="960" cy="420" rx="230" ry="290"/><path d="M830 620h260v100c280 40 440 130 470 360H360c30-230 190-320 470-360z"/></g></svg>',
);

/** The picture as another person sees it: a tile of a video call, at the quality of a poor line. */
async function inCall(background: Buffer, { isMirrored = false, isBlurred = false } = {}) {
  const scene = await sharp(background)
    .composite([{ input: PERSON }])
    .png()
    .toBuffer();
  let seen = sharp(scene).resize(640, 360);
  if (isMirrored) seen = seen.flop();
  if (isBlurred) seen = seen.blur(0.8);
  return seen.jpeg({ quality: 45 }).toBuffer();
}

describe('A meeting background', () => {
  async function expectScanned(design: string): Promise<void> {
    const link = `${ORIGIN}/card/${cardId}?via=background`;
    const background = await fetchBackground(`design=${design}`);
    for (const isMirrored of [false, true]) {
      for (const isBlurred of [false, true]) {
        const seen = await readCode(await inCall(background, { isMirrored, isBlurred }));
        expect({ isMirrored, isBlurred, ...seen }).toEqual({
          isMirrored,
          isBlurred,
          jsqr: link,
          zxing: link,
        });
      }
    }
  }

  it.each(BACKGROUND_DESIGNS)(
    'in the design "%s" is scanned from a video picture with a person before it',
    { tags: ['thorough'] },
    expectScanned,
  );

  it.each(BACKGROUND_SIDES)(
    'is scanned with the code on the %s too, and where its sides are cut off',
    { tags: ['thorough'] },
    async (side) => {
      const link = `${ORIGIN}/card/${cardId}?via=background`;
      const background = await fetchBackground(`side=${side}`);
      expect(await readCode(await inCall(background))).toEqual({ jsqr: link, zxing: link });
      const cut = sharp(background).extract({ left: 240, top: 0, width: 1440, height: 1080 });
      expect(await readCode(await cut.png().toBuffer())).toEqual({ jsqr: link, zxing: link });
    },
  );

  it('has the size asked for, and its own name', { tags: ['thorough'] }, async () => {
    for (const [size, [width, height]] of Object.entries(BACKGROUND_SIZES)) {
      const info = await sharp(await fetchBackground(`size=${size}`)).metadata();
      expect([size, info.width, info.height]).toEqual([size, width, height]);
    }
    const { headers } = await owner('GET', `/api/cards/${cardId}/background.png?size=thumbnail`);
    expect(headers.get('content-disposition')).toContain('_Background_320x180.png"');
  });

  it('keeps a name of any length beside the head', { tags: ['thorough'] }, async () => {
    const { call, cardId: id } = await signUpWithCard(server);
    for (const fullName of [
      'W'.repeat(200),
      'محمد بن عبد الله '.repeat(9),
      '👩🏽‍💻'.repeat(25),
      '山田太郎'.repeat(40),
    ]) {
      const changes = { fullName, jobTitle: 'x '.repeat(90), company: 'کمپنی '.repeat(30) };
      expect((await call('PUT', `/api/cards/${id}`, changes)).status).toBe(200);
      const background = await fetchBackground('design=charcoal&side=left', call, id);
      // From the head to the name, and from the name to the edge of a picture cut to 4:3.
      for (const left of [700, 1684]) {
        const strip = sharp(background)
          .removeAlpha()
          .extract({
            left,
            top: 20,
            width: left === 700 ? 540 : 200,
            height: 900,
          });
        const { channels } = await sharp(await strip.png().toBuffer()).stats();
        expect([fullName.slice(0, 9), left, Math.max(...channels.map(({ max }) => max)) < 90]).toEqual([
          fullName.slice(0, 9),
          left,
          true,
        ]);
      }
    }
  });

  it('is refused to strangers and others, and with a design or size that does not exist', async () => {
    const { call: other } = await signUp(server);
    expect((await other('GET', `/api/cards/${cardId}/background.png`)).status).toBe(403);
    expect((await server.client()('GET', `/api/cards/${cardId}/background.png`)).status).toBe(401);
    for (const query of ['design=none', 'side=top', 'size=8k', 'design=paper&design=rings']) {
      const { status } = await owner('GET', `/api/cards/${cardId}/background.png?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});
