import { randomBytes } from 'node:crypto';

/** Files with the structure of videos, as small as possible. */

/** A box of an MP4 file (ISO 14496-12, section 4.2). */
export function writeBox(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** An MP4 or MOV file of `length` bytes. */
export function writeMp4(length: number, brand = 'isom'): Buffer {
  const start = Buffer.concat([
    writeBox('ftyp', `${brand}\u0000\u0000\u0000\u0000isommp42`),
    writeBox('moov', writeBox('trak', writeBox('tkhd'))),
  ]);
  return Buffer.concat([start, writeBox('mdat', randomBytes(length - start.length - 8))]);
}

/** A WebM file (RFC 8794): a header, and a Segment of unknown size with its Info. */
export const webm = Buffer.concat([
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  ),
  Buffer.from('1549a96641f4', 'hex'),
  randomBytes(500),
]);
