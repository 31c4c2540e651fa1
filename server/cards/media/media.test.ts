import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepMedia } from '#server/cards/media/sweep-media.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { webm, writeMp4 } from '#test/films.ts';
import { type Client, startTestServer } from '#test/server.ts';

const MB = 1024 * 1024;
const TIMEOUT = { timeout: 15_000 };
const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const folder = () => path.join(server.running.app.config.dataDir, 'media');

let call: Client;
let cookie: string;
beforeAll(async () => {
  const person = await signUp(server);
  call = person.call;
  const login = { email: person.username, password: PASSWORD };
  cookie =
    (await server.client()('POST', '/api/auth/login', login)).headers.get('set-cookie')?.split(';')[0] ?? '';
});

const upload = (bytes: Uint8Array | string, name: string, kind?: string) => {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return call('POST', `/api/media${kind ? `?kind=${kind}` : ''}`, form);
};
const read = async (url: string) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer());
const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 212, g: 175, b: 55, alpha: 0.5 } } });

describe('An image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'in %s becomes one of at most 800 px',
    async (format) => {
      const { status, body } = await upload(
        await picture(1000, 500).toFormat(format).toBuffer(),
        `photo.${format}`,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ kind: 'image', width: 800, height: 400 });
      const { width, height } = await sharp(await read(body.url)).metadata();
      expect([width, height]).toEqual([800, 400]);
      expect(body.bytes).toBe((await read(body.url)).length);
    },
  );

  it('that is small stays as small, and stays transparent', async () => {
    const { body } = await upload(await picture(40, 60, 4).png().toBuffer(), 'logo.png');
    expect(body).toMatchObject({ width: 40, height: 60, type: 'image/webp' });
    expect((await sharp(await read(body.url)).metadata()).hasAlpha).toBe(true);
  });

  it('loses its location and all other metadata, and is upright', async () => {
    const photo = await picture(300, 200)
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret place</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { body } = await upload(photo, 'photo.jpg');
    expect(body).toMatchObject({ width: 200, height: 300 });
    const stored = await read(body.url);
    const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(stored.includes('secret place')).toBe(false);
  });

  it('is kept once however often it is uploaded, also ten times at once', {
    tags: ['thorough'],
  }, async () => {
    const photo = await picture(64, 32).jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(photo, 'photo.jpg')));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect((await fs.readdir(folder())).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that unpacks to a flood of pixels is refused', { tags: ['thorough'] }, async () => {
    const bomb = await picture(8_000, 8_000).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
    expect(bomb.length).toBeLessThan(5 * MB);
    const { status, body } = await upload(bomb, 'bomb.png');
    expect(status).toBe(422);
    expect(body.message).toBe('Could not process bomb.png. Please try a different image.');
  });

  it('that breaks off is refused', async () => {
    const photo = await picture(500, 500).jpeg().toBuffer();
    const { status, body } = await upload(photo.subarray(0, 400), 'half.jpg');
    expect(status).toBe(422);
    expect(body.message).toBe('Could not process half.jpg. Please try a different image.');
  });
});

describe('A video', () => {
  it.each([
    ['clip.mp4', writeMp4(40_000), 'video/mp4'],
    ['clip.mov', writeMp4(40_000, 'qt  '), 'video/quicktime'],
    ['clip.webm', webm, 'video/webm'],
  ])('%s is kept as it is', async (name, bytes, type) => {
    const { status, body } = await upload(bytes, name, 'video');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'video', type, bytes: bytes.length, width: null });
    expect((await read(body.url)).equals(bytes)).toBe(true);
    expect((await fetch(server.url + body.url)).headers.get('content-type')).toBe(type);
  });
});

describe('What a slot does not take', () => {
  const html = '<!doctype html><script>alert(1)</script>';
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each([
    ['page.jpg', html],
    ['drawing.png', svg],
    ['drawing.svg', svg],
    ['archive.jpg', 'PK\u0003\u0004'],
    ['nothing.png', ''],
    ['paper.jpg', '%PDF-1.7 <script>'],
  ])('%s is refused as no image, whatever its name says', async (name, text) => {
    const { status, body } = await upload(text, name, 'image');
    expect(status).toBe(415);
    expect(body.message).toBe(`${name} is not an image file. Please select an image.`);
  });

  it('a video is not accepted as an image, nor an image as a video', async () => {
    const video = await upload(writeMp4(30_000), 'clip.mp4', 'image');
    expect(video.status).toBe(415);
    expect(video.body.message).toBe('clip.mp4 is not an image file. Please select an image.');
    const image = await upload(await picture(9, 9).png().toBuffer(), 'photo.png', 'video');
    expect(image.status).toBe(415);
    expect(image.body.message).toBe('photo.png is not a video file. Please select a video.');
  });

  it('images end at 5 MB and videos at 10 MB', { tags: ['thorough'] }, async () => {
    const noise = await sharp(randomBytes(1500 * 1500 * 3), {
      raw: { width: 1500, height: 1500, channels: 3 },
    })
      .png()
      .toBuffer();
    for (const kind of [undefined, 'image']) {
      const large = await upload(noise, 'photo.png', kind);
      expect(large.status).toBe(413);
      expect(large.body.message).toBe('photo.png is larger than 5MB. Please choose a smaller file.');
    }
    const padded = Buffer.concat([await picture(9, 9).jpeg().toBuffer(), Buffer.alloc(5 * MB)]);
    expect((await upload(padded.subarray(0, 5 * MB), 'photo.jpg')).status).toBe(200);
    expect((await upload(padded.subarray(0, 5 * MB + 1), 'photo.jpg')).status).toBe(413);
    expect((await upload(writeMp4(10 * MB), 'clip.mp4')).status).toBe(200);
    const large = await upload(writeMp4(10 * MB + 1), 'clip.mp4');
    expect(large.status).toBe(413);
    expect(large.body.message).toBe('clip.mp4 is larger than 10MB. Please choose a smaller file.');
    // Refused by its declared length alone, whatever its name.
    expect((await upload(writeMp4(14 * MB), 'clip.mp4')).status).toBe(413);
  });

  it('leaves nothing behind', async () => {
    expect((await fs.readdir(folder())).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('An upload that is aborted', () => {
  it('leaves nothing behind', async () => {
    const before = await fs.readdir(folder());
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="clip.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 9 * MB };
    const sent = http.request(`${server.url}/api/media`, { method: 'POST', headers });
    const closed = new Promise((resolve) => sent.on('error', resolve));
    sent.write(Buffer.concat([Buffer.from(head), writeMp4(2 * MB)]));
    await expect
      .poll(() => fs.readdir(folder()).then((names) => names.some((name) => name.endsWith('.part'))), TIMEOUT)
      .toBe(true);
    sent.destroy(new Error('gone'));
    await closed;
    await expect.poll(() => fs.readdir(folder()), TIMEOUT).toEqual(before);
  });
});

describe('A stored file', () => {
  let url: string;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = writeMp4(5_000);
    url = server.url + (await upload(bytes, 'clip.mp4')).body.url;
  });

  it('is served for good, and unable to run anything', async () => {
    const { status, headers } = await fetch(url);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
    );
    expect(headers.get('accept-ranges')).toBe('bytes');
    const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe('5000');
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/5000', [0, 1]],
    ['bytes=0-99', 206, 'bytes 0-99/5000', [0, 100]],
    ['bytes=4990-', 206, 'bytes 4990-4999/5000', [4990, 5000]],
    ['bytes=-10', 206, 'bytes 4990-4999/5000', [4990, 5000]],
    ['bytes=100-99999', 206, 'bytes 100-4999/5000', [100, 5000]],
    ['bytes=-99999', 206, 'bytes 0-4999/5000', [0, 5000]],
    ['bytes=5000-', 416, 'bytes */5000', [0, 0]],
    ['bytes=-0', 416, 'bytes */5000', [0, 0]],
    ['bytes=9-3', 200, null, [0, 5000]],
    ['bytes=0-1,5-6', 200, null, [0, 5000]],
    ['pages=1-2', 200, null, [0, 5000]],
    ['bytes=x', 200, null, [0, 5000]],
  ] as const)('answers the range %s with %i', async (range, status, contentRange, [start, end]) => {
    const answer = await fetch(url, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
  });

  it('is sent whole to whoever has a part of something else', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const statusFor = async (ifRange: string) =>
      (await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': ifRange } })).status;
    expect(await statusFor(etag)).toBe(206);
    for (const other of ['"zz"', `W/${etag}`, new Date().toUTCString()])
      expect(await statusFor(other)).toBe(200);
  });

  it('may not be kept by caches as having no such part', async () => {
    const answer = await fetch(url, { headers: { range: 'bytes=5000-' } });
    expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
  });

  it('is not read for its headers alone', async () => {
    const find = vi.spyOn(server.running.app.blobs, 'find');
    const read = vi.spyOn(server.running.app.blobs, 'read');
    const { status, headers } = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([status, headers.get('content-length')]).toEqual([200, '5000']);
    for (const spy of [find, read]) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it.each([
    'nothing.jpg',
    '../secret',
    '..%2f..%2fpostgres%2fPG_VERSION',
    `${'0'.repeat(32)}.html`,
    `${'0'.repeat(32)}.jpg`,
  ])('is the only thing there: %s is not', async (name) => {
    expect((await fetch(`${server.url}/media/${name}`)).status).toBe(404);
  });
});

describe('The sweep', () => {
  const isThere = async (url: string) => (await fetch(server.url + url)).status === 200;
  const later = (days: number) => {
    clock.now = new Date(clock.now.getTime() + days * DAY_MS);
  };

  it('deletes what no card shows, a day after it was uploaded or let go', async () => {
    const { url: shown } = (await upload(await picture(11, 11).png().toBuffer(), 'a.png')).body;
    const { url: unused } = (await upload(await picture(12, 12).png().toBuffer(), 'b.png')).body;
    const { url: listed } = (await upload(await picture(13, 13).png().toBuffer(), 'c.png')).body;
    const fields = { name: 'A', fullName: 'B', profileImage: shown, photoGallery: [listed, listed] };
    const { body: card } = await call('POST', '/api/cards', fields);
    await sweepMedia(server.running.app);
    expect(await Promise.all([shown, unused, listed].map(isThere))).toEqual([true, true, true]);
    later(1.1);
    expect(await sweepMedia(server.running.app, AbortSignal.abort())).toBe(0);
    expect(await isThere(unused)).toBe(true);
    await sweepMedia(server.running.app);
    expect(await Promise.all([shown, unused, listed].map(isThere))).toEqual([true, false, true]);
    await call('PUT', `/api/cards/${card.id}`, { photoGallery: [] });
    await sweepMedia(server.running.app);
    expect(await isThere(listed)).toBe(true);
    later(1.1);
    await sweepMedia(server.running.app);
    expect([await isThere(shown), await isThere(listed)]).toEqual([true, false]);
    const refused = await call('PUT', `/api/cards/${card.id}`, { coverImage: unused });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe('One of your uploads is no longer available. Please upload it again.');
  });
});
