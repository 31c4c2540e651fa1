import { expect, it } from 'vitest';
import { writeBox, writeMp4 } from '#test/films.ts';
import { holdsHevc } from './film-check.ts';

/** A video with one track of this kind, as cameras write it. */
function film(kind: string): Blob {
  const entry = writeBox(kind, Buffer.alloc(70));
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const track = writeBox(
    'trak',
    writeBox('mdia', writeBox('minf', writeBox('stbl', writeBox('stsd', head, entry)))),
  );
  const bytes = Buffer.concat([
    writeBox('ftyp', 'qt  \u0000\u0000\u0000\u0000qt  '),
    writeBox('mdat', Buffer.alloc(500)),
    writeBox('moov', track),
  ]);
  return new Blob([new Uint8Array(bytes)]);
}

it.each([
  ['hvc1', true],
  ['hev1', true],
  ['dvh1', true],
  ['avc1', false],
  ['av01', false],
])('a film whose pictures are %s is HEVC: %s', async (kind, isHevc) => {
  expect(await holdsHevc(film(kind))).toBe(isHevc);
});

it('a film that says nothing of its pictures is none', async () => {
  expect(await holdsHevc(new Blob([new Uint8Array(writeMp4(5_000))]))).toBe(false);
});
