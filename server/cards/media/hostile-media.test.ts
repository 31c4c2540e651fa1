import fs from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { webm, writeBox, writeMp4 } from '#test/films.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
let call: Client;
beforeAll(async () => {
  ({ call } = await signUp(server));
});

const upload = (bytes: Uint8Array, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return call('POST', '/api/media', form);
};
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d4af37' } });

/** A PNG (RFC 2083) whose header claims this size but whose data is one short piece: decoding must never start. */
function pngOf(width: number, height: number, depth: number, isInterlaced: boolean): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
    bytes.writeUInt32BE(body.length);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.alloc(1_000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('A picture that costs much to decode', () => {
  it('is refused by its claims, before any of it is decoded', { tags: ['thorough'] }, async () => {
    const bombs = [
      ['bomb.avif', await plain(5_000, 2_600).avif({ effort: 0 }).toBuffer()],
      ['deep.png', pngOf(7_000, 7_000, 16, true)],
      ['woven.png', pngOf(4_000, 4_000, 8, true)],
      ['wide.png', pngOf(5_100, 5_000, 8, false)],
      ['slow.jpg', await plain(4_000, 3_200).jpeg({ progressive: true }).toBuffer()],
    ] as const;
    for (const [name, bytes] of bombs) {
      const { status, body } = await upload(bytes, name);
      expect(status, name).toBe(422);
      expect(body.message).toBe(`Could not process ${name}. Please try a different image.`);
    }
  });

  it('is taken up to what phones make', { tags: ['thorough'] }, async () => {
    const { status, body } = await upload(await plain(4_080, 3_060).jpeg().toBuffer(), 'photo.jpg');
    expect(status).toBe(200);
    expect(body).toMatchObject({ width: 800, height: 600 });
  });
});

describe('What begins like a video', () => {
  const page = '<!doctype html><script>alert(1)</script>'.repeat(20);
  it.each([
    ['page.mp4', Buffer.concat([writeBox('ftyp', 'isom\u0000\u0000\u0000\u0000'), Buffer.from(page)])],
    ['empty.mp4', Buffer.concat([writeBox('ftyp', 'isom\u0000\u0000\u0000\u0000'), writeBox('mdat', page)])],
    [
      'unreadable.mov',
      Buffer.concat([
        writeBox('ftyp', 'qt  \u0000\u0000\u0000\u0000'),
        writeBox('mdat', page),
        writeBox('moov'),
      ]),
    ],
    ['page.webm', Buffer.concat([webm.subarray(0, 36), Buffer.from(page)])],
    ['unknown.webm', Buffer.concat([webm.subarray(0, 48), Buffer.from(page)])],
  ])('and is none, such as %s, is refused', async (name, bytes) => {
    const { status, body } = await upload(bytes, name);
    expect(status).toBe(415);
    expect(body.message).toMatch(
      new RegExp(`^${name} is not an? (image|video) file\\. Please select an? (image|video)\\.$`),
    );
  });

  it('may be in fragments, as recorders in browsers write it', async () => {
    const film = Buffer.concat([
      writeMp4(200).subarray(0, 24),
      writeBox('moof'),
      writeBox('mdat', 'x'.repeat(500)),
    ]);
    expect((await upload(film, 'clip.mp4')).status).toBe(200);
  });

  it('leaves nothing behind when it is refused', async () => {
    const names = await fs.readdir(path.join(server.running.app.config.dataDir, 'media'));
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
