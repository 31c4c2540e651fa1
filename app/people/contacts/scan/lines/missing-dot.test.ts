import { expect, it } from 'vitest';
import { readCardText } from '../read-card-text.ts';
import { withMissingDot } from './missing-dot.ts';

it.each([
  ['kgrossmann@firma.de', 'Käthe Großmann', 'k.grossmann@firma.de'],
  ['kgrossmann@firma.de', 'Kathe GroRmann', 'k.grossmann@firma.de'],
  ['kathegrossmann@firma.de', 'Kathe Grossmann', 'kathe.grossmann@firma.de'],
  ['k.grossmann@firma.de', 'Käthe Großmann', null],
  ['grossmann@firma.de', 'Käthe Großmann', null],
  ['info@firma.de', 'Käthe Großmann', null],
  ['', 'Käthe Großmann', null],
])('A dot may be missing in %s of %s: %s', (email, name, wanted) => {
  expect(withMissingDot(email, name)).toBe(wanted);
});

it.each(['k,grossmann@firma.de', 'k·grossmann@firma.de', 'k. grossmann @ firma.de'])(
  'Whatever a dot is read as, %s keeps what stands before it',
  (mail) => {
    expect(readCardText(`Käthe Großmann\nE-Mail: ${mail}`).email).toBe('k.grossmann@firma.de');
  },
);
