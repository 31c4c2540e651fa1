import type { FollowUpLanguage } from '#shared/people/follow-ups.ts';

/** True if a text is in a language, by its most frequent small words. */

const WORDS: Record<FollowUpLanguage, string> = {
  en: 'the and to of you your i it is was for with we would be on my me that this have are hi hello dear if about more from let best regards great at in so',
  de: 'der die das und zu sie ihr ihre ihnen ich es ist war für mit wir würde dass haben sind hallo liebe lieber wenn über mehr von grüße dich dir mich mir nicht ein eine einen auf im freue gern du dein bei noch kurz',
  fr: 'le la les et de vous votre je ce est pour avec nous que des une un sur dans au bonjour cher chère si plus du suis être mon ma serais ai votre très bien cordialement en à ravi heureux tu ton salut',
  es: 'el la los y de usted su yo es para con que una un en por hola estimado estimada si más del me mi sería ha fue gracias saludos le nos muy tu te querido querida gusto como lo',
  it: 'il la i e di lei suo io è per con che una un in ciao gentile caro cara se più del mi mio sarebbe ho stato grazie saluti le ci molto tu ti piacere sono lo della al',
  pt: 'o a os e de você seu sua eu é para com que uma um em por olá prezado prezada caro se mais do me meu seria foi obrigado cumprimentos abraço lhe muito prazer não da no na ao gostaria',
};
const SETS = Object.entries(WORDS).map(
  ([language, words]) => [language as FollowUpLanguage, new Set(words.split(' '))] as const,
);
/** Shorter texts, of names mostly, say nothing. */
const WORDS_MIN = 8;

export function isInLanguage(text: string, language: FollowUpLanguage): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < WORDS_MIN) return true;
  const shares = new Map(
    SETS.map(([one, known]) => [one, words.filter((word) => known.has(word)).length / words.length]),
  );
  const own = shares.get(language) ?? 0;
  const best = Math.max(...shares.values());
  return own >= 0.12 && own >= best * 0.7;
}

const COMMON = new Set(SETS.flatMap(([, words]) => [...words]));
/** True if a word is among the most frequent of any of the languages. */
export const isCommonWord = (word: string): boolean => COMMON.has(word);
