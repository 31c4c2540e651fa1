import { expect, it } from 'vitest';
import { box, mp4 } from '#test/films.ts';
import { holdsHevc } from './film-check.ts';

/** A video with one track of this kind, as cameras write it. */
function film(kind: string): Blob {
  const entry = box(kind, Buffer.alloc(70));
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const track = box('trak', box('mdia', box('minf', box('stbl', box('stsd', head, entry)))));
  const bytes = Buffer.concat([
    box('ftyp', 'qt  \u0000\u0000\u0000\u0000qt  '),
    box('mdat', Buffer.alloc(500)),
    box('moov', track),
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
  expect(await holdsHevc(new Blob([new Uint8Array(mp4(5_000))]))).toBe(false);
});
