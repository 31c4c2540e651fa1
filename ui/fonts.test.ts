import fs from 'node:fs';
import { expect, it } from 'vitest';

const faces = fs.readFileSync('ui/tokens.css', 'utf8').match(/@font-face \{[^}]*unicode-range[^}]*\}/g) ?? [];

const has = (face: string, letter: string) =>
  [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].some(([, from = '', to = from]) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });

it.each(['Fraunces', 'Instrument Sans'])('%s has one file for each letter of European names', (family) => {
  const own = faces.filter((face) => face.includes(`"${family}"`));
  for (const letter of 'aéñøßćęłżšřőğșāđ') {
    expect(own.filter((face) => has(face, letter))).toHaveLength(1);
  }
});
