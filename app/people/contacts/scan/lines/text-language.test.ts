import { expect, it } from 'vitest';
import { guessTextLanguage } from './text-language.ts';

const GERMAN =
  'Kathe GroRmann\nLeiterin Vertrieb\nMiiller & S6hne GmbH\nHauptstrage 5\n80331 Miinchen\n+49 89 5550199';

it.each([
  ['German', GERMAN, 'deu'],
  ['French', 'Elodie Lefevre\nDirectrice\n12, rue des Martyrs\n75009 Paris\n+33 1 42 68 53 00', 'fra'],
  ['Spanish', 'Ana Gil\nGerente\nC/ Mayor 4, Madrid\ncorreo ana@gil.es', 'spa'],
  ['Italian', 'Giulia Rossi\nRossi S.r.l.\nVia Roma 1, Milano\n+39 02 555 0199', 'ita'],
  ['Portuguese', 'Rita Sousa\nSousa Lda\nRua Augusta 3, Lisboa\n+351 21 555 0199', 'por'],
] as const)('A card that seems to be %s is told from an English one', (_name, text, language) => {
  expect(guessTextLanguage(text, ['eng'])).toBe(language);
  expect(guessTextLanguage(text, [language])).toBeNull();
  expect(guessTextLanguage(text, ['eng', language])).toBeNull();
});

it('An English card that was read in English, and one that says too little, are left alone', () => {
  const english = 'Anna Berg\nHead of Sales\nNorthwind Traders Inc.\n1200 Harbor Blvd\n(415) 555-0142';
  expect(guessTextLanguage(english, ['eng'])).toBeNull();
  expect(guessTextLanguage(english, ['deu'])).toBe('eng');
  expect(guessTextLanguage('Anna Berg\nanna@berg.de', ['eng'])).toBeNull();
});
