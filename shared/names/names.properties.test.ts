import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_PARTS } from './name-parts.ts';
import { chooseGreeting, nameParts } from './names.ts';

const PIECES = [
  'Dr.',
  'van',
  'Al',
  ',',
  ', Jr.',
  '李',
  '山田',
  '김',
  'García',
  'Nagy',
  'István',
  '"',
  '(',
  ')',
  '·',
  'J.',
  '-',
  'ó',
];
const anyName = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 })), {
    maxLength: 12,
  })
  .chain((words) => fc.constantFrom(words.join(' '), words.join('')));

const WORDS = 'Dr. Prof. Ada María José García López Nagy István van de Al DUPONT Kim Nguyễn O J.'.split(' ');
const likelyName = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 7 }).map((words) => words.join(' ')),
  fc.array(fc.constantFrom(...'李山田太郎김민준みな '), { maxLength: 7 }).map((letters) => letters.join('')),
);

describe('Whatever a name holds', () => {
  it('its parts hold only what stands in it, once', () => {
    const letters = (text: string) =>
      text
        .normalize('NFC')
        .replace(/[^\p{L}]/gu, '')
        .split('')
        .toSorted();
    fc.assert(
      fc.property(anyName, (fullName) => {
        const left = letters(fullName);
        const parts = nameParts({ fullName });
        for (const letter of letters(NAME_PARTS.map((part) => parts[part]).join(''))) {
          expect(left).toContain(letter);
          left.splice(left.indexOf(letter), 1);
        }
      }),
    );
  });

  it('parts that were given come back as they are, tidied', () => {
    fc.assert(
      fc.property(anyName, fc.record({ givenName: anyName, familyName: anyName }), (fullName, given) => {
        const parts = nameParts({ fullName, ...given });
        for (const part of ['givenName', 'familyName'] as const) {
          const said = given[part].normalize('NFC').replace(/\s+/g, ' ').trim();
          if (said) expect(parts[part]).toBe(said);
        }
      }),
    );
  });

  it('guessing again with the guessed parts gives the same name', () => {
    fc.assert(
      fc.property(likelyName, (fullName) => {
        const { givenName, familyName } = nameParts({ fullName });
        const again = nameParts({ fullName, givenName, familyName });
        expect([again.givenName, again.familyName]).toEqual([givenName, familyName]);
      }),
    );
  });

  it('a greeting is one line that says something', () => {
    fc.assert(
      fc.property(anyName, fc.boolean(), (fullName, isFormal) => {
        const greeting = chooseGreeting({ fullName }, { isFormal });
        if (greeting !== null) expect(greeting).toMatch(/^\S(?:[^\n]*\S)?$/u);
      }),
    );
  });
});
