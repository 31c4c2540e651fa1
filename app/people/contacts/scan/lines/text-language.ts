import type { ScanLanguage } from '../reader/messages.ts';

/** Signs of a language that survive being read with the letters of another: legal forms, streets, prefixes, domains. */
const SIGNS: Record<ScanLanguage, readonly RegExp[]> = {
  eng: [
    /\b(?:inc|llc|llp|ltd|corp)\b/i,
    /\b(?:street|road|suite|blvd|ave)\b/i,
    /\+\s?(?:1|44)\b|\(\d{3}\) ?\d{3}-\d{4}/,
    /\b(?:manager|officer|engineer|president|sales)\b/i,
  ],
  deu: [
    /\b(?:[g6]mbh|mbb|ohg|gbr|kg|ag|e\. ?k\.)(?![\p{L}\p{N}])/iu,
    /\p{L}{3}(?:stra(?:ß|ss|b|r|g)e|str\.)(?!\p{L})/iu,
    /\+\s?4[39]\b/,
    /\.(?:de|at)\b/i,
    /\b(?:telefon|telefax|mobil|leiter|leiterin|vertrieb|gesch.{1,2}ftsf.{1,2}hrer)\b/i,
  ],
  fra: [
    /\b(?:sarl|sas|sasu|eurl)\b/i,
    /\b(?:rue|bd|cedex)\b/i,
    /\+\s?33\b/,
    /\.fr\b/i,
    /\b(?:courriel|directeur|directrice|portable|g.rante?)\b/i,
  ],
  spa: [
    /\bs\. ?l\.(?: ?u\.)?/i,
    /\b(?:calle|avda|paseo)\b|\bc\/ /i,
    /\+\s?(?:34|52|54|56|57)\b/,
    /\.(?:es|mx|ar|cl)\b/i,
    /\b(?:correo|m.vil|gerente|directora?)\b/i,
  ],
  ita: [
    /\bs\. ?(?:r\. ?l|p\. ?a)\b|\bsrl\b/i,
    /\b(?:via|piazza|corso|viale)\b/i,
    /\+\s?39\b/,
    /\.it\b/i,
    /\b(?:cell|direttore|direttrice|responsabile|amministratore)\b/i,
  ],
  por: [
    /\b(?:lda|ltda)\b/i,
    /\b(?:rua|pra.a)\b/i,
    /\+\s?(?:351|55)\b/,
    /\.(?:pt|br)\b/i,
    /\b(?:telem.vel|celular|diretora?|gestora?)\b/i,
  ],
};
const SIGNS_MIN = 2;

/** The language that a card seems to be in, though it was read in others; null if there is nothing to say. */
export function guessTextLanguage(text: string, readIn: readonly ScanLanguage[]): ScanLanguage | null {
  const countOf = (language: ScanLanguage) => SIGNS[language].filter((sign) => sign.test(text)).length;
  const languages = Object.keys(SIGNS) as ScanLanguage[];
  const best = languages.reduce((one, other) => (countOf(other) > countOf(one) ? other : one));
  const isRead = readIn.some((language) => countOf(language) >= countOf(best));
  return countOf(best) < SIGNS_MIN || isRead ? null : best;
}
