import type { FollowUpLanguage } from '#shared/people/follow-ups.ts';

/**
 * In which language to write to somebody. What they wrote says most, then where their telephone is, then where their
 * mail is. A guess that costs nothing when it is wrong: the owner sees the language and can choose another.
 */

export interface LanguageTraces {
  /** The owner's earlier choice for this contact. */
  chosen: FollowUpLanguage | null;
  /** The contact's own text. */
  note: string | null;
  /** The country of their telephone number (ISO 3166-1 alpha-2). */
  country: string | null;
  email: string | null;
}

const COUNTRIES: Record<FollowUpLanguage, string> = {
  en: 'US GB IE AU NZ CA ZA IN SG',
  de: 'DE AT LI CH',
  fr: 'FR MC LU SN CI CM BF ML BJ TG GA CD CG MG MA TN DZ RE GP MQ GF',
  es: 'ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR GQ',
  it: 'IT SM VA',
  pt: 'PT BR AO MZ CV GW ST TL',
};

/** Top-level domains of countries that are not sold to the whole world, as `.co` and `.me` are. */
const DOMAINS: Record<FollowUpLanguage, string> = {
  en: 'us uk ie au nz',
  de: 'de at li ch swiss berlin hamburg koeln bayern wien',
  fr: 'fr mc lu sn ci ma tn dz re paris',
  es: 'es mx ar cl pe ve ec gt cu bo do hn py sv ni cr pa uy',
  it: 'it sm',
  pt: 'pt br ao mz cv',
};

/** Short words that are frequent in one language and rare in the others. */
const WORDS: Record<FollowUpLanguage, string> = {
  en: 'the and you your with for would like about have this that are was were our please thanks thank let let’s call from talk i’d to of is it we could how meet great nice hi hello at my me can i',
  de: 'und ich sie mit für würde gern gerne über ist wir nicht das die der den dem ein eine einen bitte freue auf uns ihnen ihr ihre danke hallo guten tag zu von im am auch wie mehr mich mir es bei sich an rufen',
  fr: 'le la les et vous je pour avec est une un des sur nous bonjour merci mon votre vos de du au aux que qui ce cette dans ou plus très votre j’ai c’est j’aimerais à pas suis',
  es: 'el la los las y que para con usted una un por hola gracias sobre me muy es de del al su sus nos mi se más como está quiero podemos buenos días lo le',
  it: 'il lo la gli che per con una un sono grazie ciao di vorrei della del dei mi è e non molto nostro suo ho anche più come ci buongiorno si parlare possiamo alla al da',
  pt: 'o os as que para com uma um não você obrigado obrigada olá e gostaria dos da do das em seu sua por no na é de meu minha mais sobre muito nos falar bom dia podemos ao',
};

const LANGUAGES = Object.keys(WORDS) as FollowUpLanguage[];
const setsOf = (lists: Record<FollowUpLanguage, string>) =>
  LANGUAGES.map((language) => ({ language, words: new Set(lists[language].split(' ')) }));
const STOP_WORDS = setsOf(WORDS);

/** The language whose list has a word, for lists in which each word stands once. */
const lookUp = (lists: Record<FollowUpLanguage, string>) => {
  const found = new Map(
    setsOf(lists).flatMap(({ language, words }) => [...words].map((word) => [word, language])),
  );
  return (word: string | null | undefined): FollowUpLanguage | null => (word && found.get(word)) || null;
};
const ofCountry = lookUp(COUNTRIES);
const ofDomain = lookUp(DOMAINS);

/** Of a longer note, the beginning says enough. */
const NOTE_READ = 1_000;
/** Fewer words than this on the winner's list say nothing. */
const LEAST_WORDS = 3;

/** The language of a text, by the short words in it; null if it is too short, another one, or could be two. */
export function languageOfText(text: string): FollowUpLanguage | null {
  const words =
    text
      .slice(0, NOTE_READ)
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}’]+/gu) ?? [];
  const [best, second] = STOP_WORDS.map((list) => ({
    language: list.language,
    hits: words.filter((word) => list.words.has(word)).length,
  })).sort((one, other) => other.hits - one.hits);
  if (!best || best.hits < LEAST_WORDS || best.hits === second?.hits) return null;
  // A third of an ordinary sentence is short words: far fewer, and it is a language that is not listed.
  return best.hits * 5 >= words.length ? best.language : null;
}

export function guessLanguage({ chosen, note, country, email }: LanguageTraces): FollowUpLanguage {
  return (
    chosen ??
    (note ? languageOfText(note) : null) ??
    ofCountry(country) ??
    ofDomain(email?.toLowerCase().split('.').at(-1)) ??
    'en'
  );
}
