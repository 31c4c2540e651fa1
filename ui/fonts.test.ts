import fs from 'node:fs';
import { expect, it } from 'vitest';

const styles = fs.readFileSync('ui/fonts.css', 'utf8');
const faces = styles.match(/@font-face \{[^}]*unicode-range[^}]*\}/g) ?? [];

const has = (face: string, letter: string) =>
  [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].some(([, from = '', to = from]) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });

const facesOf = (family: string, letter: string) =>
  faces.filter((face) => face.includes(`"${family}"`) && has(face, letter));

const measureFile = (face: string) => fs.statSync(`app/public${/url\("([^"]+)"\)/.exec(face)?.[1]}`).size;

it.each(['Fraunces', 'Instrument Sans'])('%s has one file for each letter of European names', (family) => {
  for (const letter of 'aéñøßćęłżšřőğșāđ') expect(facesOf(family, letter), letter).toHaveLength(1);
});

it('a screen of Western European text loads at most 50 KB of fonts', () => {
  const loaded = new Set(
    [...'aéñøß–’“…€→'].flatMap((letter) => [
      ...facesOf('Fraunces', letter),
      ...facesOf('Instrument Sans', letter),
    ]),
  );
  expect(loaded.size).toBe(2);
  const bytes = [...loaded].reduce((sum, face) => sum + measureFile(face), 0);
  expect(bytes).toBeLessThanOrEqual(50_000);
});

it('no browser thickens the one cut of Fraunces', () => {
  const own = faces.filter((face) => face.includes('"Fraunces"'));
  expect(own.map((face) => /font-weight: ([\d ]+);/.exec(face)?.[1])).toEqual(['100 900', '100 900']);
});
