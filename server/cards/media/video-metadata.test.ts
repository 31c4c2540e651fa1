import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubVideo, withoutDescriptions } from '#server/cards/media/video-metadata.ts';
import { writeBox, writeMp4 } from '#test/films.ts';

const long = (type: string, body: string): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + body.length), 8);
  return Buffer.concat([head, Buffer.from(body)]);
};

const PLACE = '+52.2297+021.0122/';
const PICTURES = 'udta meta pictures +12.34 '.repeat(50);
const movie = (isFast: boolean): Buffer => {
  const moov = writeBox(
    'moov',
    writeBox('mvhd', 'header'),
    writeBox(
      'trak',
      writeBox('tkhd', 'track'),
      writeBox('mdia', writeBox('minf', 'udta')),
      writeBox('udta', writeBox('name', PLACE)),
    ),
    writeBox('udta', writeBox('\u00a9xyz', PLACE)),
    writeBox('meta', PLACE),
  );
  const parts = [long('mdat', PICTURES), writeBox('uuid', PLACE), moov];
  return Buffer.concat([writeBox('ftyp', 'isom'), ...(isFast ? parts.reverse() : parts)]);
};

/** The file in chunks of this many bytes. */
async function scrub(file: Buffer, chunk: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < file.length; at += chunk) chunks.push(file.subarray(at, at + chunk));
  const out: Buffer[] = [];
  for await (const part of withoutDescriptions(chunks)) out.push(part);
  return Buffer.concat(out);
}

describe('A video', () => {
  it.each([true, false])(
    'loses the place it was made at, and not a byte of its pictures (moov first: %s)',
    async (isFast) => {
      const file = movie(isFast);
      for (const chunk of [1, 7, 16, 64, 1_000, file.length]) {
        const scrubbed = await scrub(file, chunk);
        expect(scrubbed.length).toBe(file.length);
        expect(scrubbed.includes(PLACE)).toBe(false);
        expect(scrubbed.indexOf(PICTURES)).toBe(file.indexOf(PICTURES));
        for (const kept of ['ftyp', 'mdat', 'moov', 'mvhd', 'trak', 'tkhd']) {
          expect(scrubbed.indexOf(kept)).toBe(file.indexOf(kept));
        }
      }
    },
  );

  it('is the same when it is scrubbed again', async () => {
    const once = await scrub(movie(false), 100);
    expect((await scrub(once, 33)).equals(once)).toBe(true);
  });

  it('whose last box runs to the end of the file passes', async () => {
    const open = Buffer.from(writeBox('mdat', PICTURES));
    open.writeUInt32BE(0);
    const file = Buffer.concat([writeBox('ftyp', 'isom'), open]);
    expect((await scrub(file, 50)).equals(file)).toBe(true);
  });

  it('may be boxes in boxes without end', { tags: ['thorough'] }, async () => {
    const size = 4 * 1024 * 1024;
    const file = Buffer.alloc(size);
    for (let at = 0; at < size; at += 8) {
      file.writeUInt32BE(size - at, at);
      file.write('moov', at + 4, 'latin1');
    }
    expect((await scrub(file, 64 * 1024)).length).toBe(size);
  });

  it('is read no further than its boxes go, so that it is the same however it arrives', async () => {
    const [moov, meta, rest] = [writeBox('moov'), writeBox('meta'), writeBox('moov')];
    moov.writeUInt32BE(9);
    meta.writeUInt32BE(1);
    rest.writeUInt32BE(0);
    const file = Buffer.concat([moov, meta, rest]);
    expect((await scrub(file, file.length)).equals(await scrub(file, 1))).toBe(true);
  });

  it('of a million boxes is refused at the twenty-thousandth, wherever they are', {
    tags: ['thorough'],
  }, async () => {
    const refuse = () => new Error('no video');
    const crumbs = Buffer.concat(Array.from({ length: 100_000 }, () => writeBox('free')));
    const read = async (file: Buffer) => {
      let length = 0;
      for await (const part of scrubVideo([file], refuse)) length += part.length;
      return length;
    };
    const film = writeMp4(400);
    expect(await read(film)).toBe(400);
    await expect(read(Buffer.concat([film, crumbs]))).rejects.toThrow('no video');
    await expect(read(Buffer.concat([film, writeBox('moov', crumbs)]))).rejects.toThrow('no video');
  });

  it('keeps its length whatever its bytes are and however they arrive', { tags: ['thorough'] }, async () => {
    const type = fc.constantFrom('moov', 'udta', 'meta', 'mdat', 'uuid', 'free', 'xxxx');
    const head = fc.tuple(fc.constantFrom(0, 1, 2, 7, 8, 9, 40, 2 ** 32 - 1), type).map(([size, name]) => {
      const bytes = writeBox(name);
      bytes.writeUInt32BE(size);
      return bytes;
    });
    const part = fc.oneof(
      head,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 12 }),
        fc.integer({ min: 1, max: 64 }),
        async (parts, chunk) => {
          const file = Buffer.concat(parts);
          const scrubbed = await scrub(file, chunk);
          expect(scrubbed.length).toBe(file.length);
          expect(scrubbed.equals(await scrub(file, file.length || 1))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
