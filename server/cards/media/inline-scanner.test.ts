import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInlineScanner } from '#server/cards/media/inline-scanner.ts';

/** Scans a body in chunks of this many bytes; returns its skeleton and the bytes of each value. */
function scan(body: string, chunk = 7, jsonBytes = 100_000) {
  let tokens = 0;
  const files: { slot: string; token: string; bytes: Buffer; isWhole: boolean }[] = [];
  const scanner = createInlineScanner({
    isSlot: (field) => ['photo', 'gallery'].includes(field),
    nextToken: () => {
      tokens += 1;
      return `token ${tokens}`;
    },
    jsonBytes,
    refuse: () => new Error('too large'),
    refuseSpelling: () => new Error('hardly base64'),
  });
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += chunk) {
    for (const step of scanner.feed(bytes.subarray(at, at + chunk))) {
      const file = files.at(-1);
      if (step.step === 'begin') {
        files.push({ slot: step.slot, token: step.token, bytes: Buffer.alloc(0), isWhole: false });
      } else if (step.step === 'bytes' && file) file.bytes = Buffer.concat([file.bytes, step.bytes]);
      else if (file) file.isWhole = true;
    }
  }
  return { skeleton: scanner.skeleton().toString(), files };
}

const PREFIX = 'data:image/png;base64,';

describe('A body of inline values', () => {
  it('comes apart into a skeleton and the bytes of each, however it arrives', () => {
    const photo = randomBytes(1_000);
    const large = randomBytes(200_000);
    const card = {
      name: 'Say "data:image/png;base64,AAAA" \\ twice',
      photo: PREFIX + photo.toString('base64'),
      gallery: ['/media/a.jpg', PREFIX + large.toString('base64'), PREFIX],
      bio: `${PREFIX}AAAA`,
      social: { photo: `${PREFIX}AAAA`, gallery: [`${PREFIX}AAAA`] },
    };
    for (const chunk of [1, 5, 4_096, 1_000_000]) {
      const { skeleton, files } = scan(JSON.stringify(card), chunk);
      expect(JSON.parse(skeleton)).toEqual({
        ...card,
        photo: 'token 1',
        gallery: ['/media/a.jpg', 'token 2', 'token 3'],
      });
      expect(files.map(({ slot, bytes, isWhole }) => [slot, bytes.length, isWhole])).toEqual([
        ['photo', 1_000, true],
        ['gallery', 200_000, true],
        ['gallery', 0, true],
      ]);
      expect(files[0]?.bytes.equals(photo) && files[1]?.bytes.equals(large)).toBe(true);
    }
  });

  it('may escape whatever JSON lets it', () => {
    const bytes = Buffer.from('fbefbe00fbff', 'hex');
    const text = bytes.toString('base64').replaceAll('/', '\\/').replaceAll('+', '\\u002b');
    const { files } = scan(`{"photo":"data:image\\/png;base64,${text}"}`);
    expect(files[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('skips what is not base64, and ends at the padding', () => {
    const { files, skeleton } = scan(`{"photo":"${PREFIX}QU JD%%\\n\\"RA==EVIL","name":"x"}`);
    expect(files[0]?.bytes.toString()).toBe('ABCD');
    expect(JSON.parse(skeleton)).toEqual({ photo: 'token 1', name: 'x' });
  });

  it.each([' ', '\\u0041', '\\/'])('is refused where most of it is %s', (sign) => {
    const few = sign.repeat(Math.floor(60_000 / sign.length));
    expect(() => scan(`{"photo":"${PREFIX}${few}"}`, 4_096)).not.toThrow();
    expect(() => scan(`{"photo":"${PREFIX}${few}${few}"}`, 4_096)).toThrow('hardly base64');
  });

  it('may break its lines and escape its slashes, however long it is', () => {
    const line = `${'A'.repeat(74)}\\/A\\r\\n`;
    const [file] = scan(`{"photo":"${PREFIX}${line.repeat(20_000)}"}`, 65_536).files;
    expect(file?.bytes.length).toBe((20_000 * 76 * 3) / 4);
  });

  it('that breaks off is left open', () => {
    expect(scan(`{"photo":"${PREFIX}QUJD`).files).toMatchObject([{ isWhole: false }]);
  });

  it('grows no larger skeleton than it may', () => {
    expect(() => scan(`{"name":"${'x'.repeat(2_000)}"}`, 7, 1_000)).toThrow('too large');
    expect(() => scan(`{"bio":"${PREFIX}${'A'.repeat(2_000)}"}`, 7, 1_000)).toThrow('too large');
    expect(scan(`{"photo":"${PREFIX}${'A'.repeat(20_000)}"}`, 7, 1_000).files).toHaveLength(1);
  });

  it('without any is its own skeleton, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 20 }), (value, chunk) => {
        const text = JSON.stringify({ photo: value, 'gal"lery': value });
        expect(scan(text, chunk)).toEqual({ skeleton: text, files: [] });
      }),
      { numRuns: 200 },
    );
  });
});
