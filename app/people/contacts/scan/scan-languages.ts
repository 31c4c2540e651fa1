import type { ScanLanguage } from './reader/messages.ts';

const CODES: Record<string, ScanLanguage> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
};

/**
 * The language to read first: the first of the browser's that we have data for, else English. One, because each costs a
 * download, and the letters of one read most of the others.
 */
export function guessScanLanguage(languages: readonly string[]): ScanLanguage {
  const known = languages.map((tag) => CODES[tag.slice(0, 2).toLowerCase()]);
  return known.find((code) => code !== undefined) ?? 'eng';
}
