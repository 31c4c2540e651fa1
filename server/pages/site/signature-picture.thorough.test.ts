import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { publishCard } from '#test/public-card.ts';
import { type Answer, startTestServer } from '#test/server.ts';

const ORIGIN = 'https://cards.example';
const server = startTestServer({ PUBLIC_URL: ORIGIN });

const pictureOf = (color: string, width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
    .then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);

/** The size of a picture and the color of a pixel. */
async function look({ bytes }: Answer, x = 96, y = 96) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  return { width: info.width, height: info.height, color: [...data.subarray(at, at + 3)] };
}

const near = (color: number[]) => color.map((value) => Math.round(value / 16) * 16);

describe('The pictures of a signature', () => {
  it('have a fixed size and are asked for again when the photo changes', { tags: ['thorough'] }, async () => {
    const { path, change } = await publishCard(server, { profileImage: await pictureOf('#ff0000') });
    const visitor = server.client();
    const first = await visitor('GET', `${path}/signature/photo.jpg`);
    expect(first.headers.get('content-type')).toBe('image/jpeg');
    expect(first.headers.get('cache-control')).toMatch(/public, max-age=\d+/);
    expect(await look(first)).toMatchObject({ width: 192, height: 192 });
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await visitor('GET', `${path}/signature/photo.jpg`, undefined, known)).status).toBe(304);
    await change({ profileImage: await pictureOf('#0000ff') });
    const second = await visitor('GET', `${path}/signature/photo.jpg`, undefined, known);
    expect(second.status).toBe(200);
    expect(near((await look(second)).color)).toEqual([0, 0, 256]);
  });

  it('show the whole logo on white, so that it is visible in the dark', async () => {
    const { path } = await publishCard(server, { companyLogo: await pictureOf('#111111', 600, 150) });
    const logo = await server.client()('GET', `${path}/signature/logo.png`);
    expect(await look(logo, 96, 4)).toEqual({ width: 192, height: 192, color: [255, 255, 255] });
    expect(near((await look(logo, 2, 96)).color)).toEqual([16, 16, 16]);
  });

  it('have a code that opens the card and names the signature', async () => {
    const { path } = await publishCard(server);
    const { bytes } = await server.client()('GET', `${path}/signature/code.png`);
    const { data, info } = await sharp(bytes)
      .resize(120)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
    expect(read).toBe(`${ORIGIN}${path}?via=signature`);
  });

  it('become a neutral figure where there is nothing to show, so that no mail shows a broken picture', async () => {
    const { path, owner, change } = await publishCard(server, { profileImage: await pictureOf('#ff0000') });
    const visitor = server.client();
    const seen = async (file: string) => {
      const answer = await visitor('GET', `${path}/signature/${file}`);
      expect(answer.status).toBe(200);
      return near((await look(answer)).color);
    };
    const figure = await seen('logo.png');
    expect(await seen('photo.jpg')).not.toEqual(figure);
    await change({ isActive: false });
    expect(await seen('photo.jpg')).toEqual(figure);
    const owners = await owner('GET', `${path}/signature/photo.jpg`);
    expect(owners.headers.get('cache-control')).toBe('no-store');
    expect(near((await look(owners)).color)).not.toEqual(figure);
    await change({ isActive: true });
    expect(await seen('photo.jpg')).not.toEqual(figure);
    await owner('DELETE', path.replace('/card/', '/api/cards/'));
    for (const file of ['photo.jpg', 'logo.png', 'code.png']) expect(await seen(file)).toEqual(figure);
    const stranger = await visitor('GET', '/card/nosuchcard/signature/photo.jpg');
    expect(near((await look(stranger)).color)).toEqual(figure);
    expect(stranger.headers.get('cache-control')).toMatch(/max-age=300\b/);
    expect((await visitor('GET', `${path}/signature/photo.gif`)).status).toBe(404);
  });
});
