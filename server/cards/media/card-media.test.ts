import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { writeMp4 } from '#test/films.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
let call: Client;
let photo: Buffer;
const video = writeMp4(900);
const inline = (bytes: Buffer | string, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const card = (fields: object) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada', ...fields });

beforeAll(async () => {
  photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#d4af37' } })
    .jpeg()
    .toBuffer();
});

describe('Inline data values in a card', () => {
  it('become media in every slot, and nothing inline is kept', { tags: ['thorough'] }, async () => {
    ({ call } = await signUp(server));
    const image = inline(photo, 'image/jpeg');
    const clip = inline(video, 'video/mp4;codecs=avc1');
    const { status, body, text } = await card({
      profileImage: image,
      coverImage: image,
      companyLogo: image,
      backgroundImage: image,
      backgroundVideo: clip,
      photoGallery: [image, 'https://example.com/a.jpg', image],
      portfolioImages: [image],
      videoGallery: [clip],
      testimonialVideos: [clip],
    });
    expect(status).toBe(200);
    expect(text).not.toContain('data:');
    expect(body.profileImage).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    expect(body.backgroundVideo).toMatch(/^\/media\/[0-9a-f]{32}\.mp4$/);
    expect(body.photoGallery).toEqual([body.profileImage, 'https://example.com/a.jpg', body.profileImage]);
    const stored = Buffer.from(await (await fetch(server.url + body.profileImage)).arrayBuffer());
    expect((await sharp(stored).metadata()).width).toBe(800);
    const changed = await call('PUT', `/api/cards/${body.id}`, {
      coverImage: inline(photo, 'image/png'),
      companyLogo: null,
    });
    expect(changed.body).toMatchObject({ coverImage: body.profileImage, companyLogo: null });
  });

  it.each([
    [
      'profileImage',
      inline('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
      415,
      'This file is not an image file. Please select an image.',
    ],
    [
      'coverImage',
      inline('<script>alert(1)</script>', 'text/html'),
      415,
      'This file is not an image file. Please select an image.',
    ],
    [
      'companyLogo',
      inline(video, 'image/png'),
      415,
      'This file is not an image file. Please select an image.',
    ],
    [
      'backgroundVideo',
      inline('x', 'video/mp4'),
      415,
      'This file is not a video file. Please select a video.',
    ],
    [
      'backgroundImage',
      'data:image/png;base64,',
      415,
      'This file is not an image file. Please select an image.',
    ],
    [
      'profileImage',
      'data:image/png;base64,%%%%',
      415,
      'This file is not an image file. Please select an image.',
    ],
  ])('are refused in %s when they are something else', async (slot, value, status, message) => {
    ({ call } = await signUp(server));
    const answer = await card({ [slot]: value });
    expect(answer).toMatchObject({ status, body: { message, fields: { [slot]: message } } });
    expect((await call('GET', '/api/cards')).body).toEqual([]);
  });

  it('are refused when they are too large', { tags: ['thorough'] }, async () => {
    ({ call } = await signUp(server));
    const padded = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]);
    const large = await card({ photoGallery: [inline(padded, 'image/jpeg')] });
    const message = 'This file is larger than 5MB. Please choose a smaller file.';
    expect(large).toMatchObject({ status: 413, body: { message, fields: { photoGallery: message } } });
  });

  it.each([
    'data:image/png,plain',
    'data:,x',
    '/media/../secret',
    'blob:https://example.com/1',
    '//example.com/a.png',
    'file:///etc/passwd',
  ])('are nothing else that has no web address: %s', async (value) => {
    ({ call } = await signUp(server));
    const answer = await card({ profileImage: value });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty('profileImage');
  });

  it('are not the only thing checked: missing media is refused', { tags: ['thorough'] }, async () => {
    ({ call } = await signUp(server));
    const gone = `/media/${'0'.repeat(32)}.jpg`;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const { url } = (await call('POST', '/api/media', form)).body;
    const { status, body } = await card({
      profileImage: gone,
      photoGallery: [url, gone],
      companyLogo: url,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: 'One of your uploads is no longer available. Please upload it again.',
      fields: {
        profileImage: 'This file is no longer available. Please upload it again.',
        photoGallery: 'Photo 2 is no longer available. Please remove it and upload it again.',
      },
    });
    expect(Object.keys(body.fields)).toHaveLength(2);
  });
});
