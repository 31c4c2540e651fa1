import { findDates, isKnownDate } from '#server/people/follow-ups/check-dates.ts';
import { isInLanguage } from '#server/people/follow-ups/check-language.ts';
import {
  leadsSomewhere,
  linksIn,
  normalizeLookalikes,
  withoutKnownLinks,
} from '#server/people/follow-ups/check-links.ts';
import { hasSpelledNumber, namesAnother } from '#server/people/follow-ups/check-recipients.ts';
import type { Suggestion } from '#shared/people/follow-ups.ts';

/**
 * True if a suggestion that a language model wrote may be shown. The model has read what strangers wrote, and may do
 * what they told it to: everything that could lead a reader astray must be in the facts or in the owner's own line.
 */

/** The facts that a suggestion may mention. */
export interface KnownFacts {
  /** The owner's own words now, and those this server vouches for: links, numbers and dates in them are theirs. */
  trusted: readonly string[];
  /** The strangers' words: their words and dates may be taken up, but nothing in them that leads anywhere. */
  quoted: readonly string[];
  /** Of what strangers wrote, what names somebody: all but their message, which may name anybody. */
  named: readonly string[];
  /** Names the message may speak to: the parts of the contact's name. */
  recipient: string;
}

/** Longest text of a message by type, and of a subject, in characters. */
const LENGTHS = { email: 2_400, message: 600, subject: 150 } as const;
const LENGTH_MIN = 2;

/** Why a suggestion is refused, in our own words for the model; null if it may be shown. */
export function findFault(
  { type, subject = '', message, language }: Suggestion,
  known: KnownFacts,
): string | null {
  const text = `${subject}\n${message}`;
  if (message.length < LENGTH_MIN || (type === 'email' && !subject))
    return 'The text is missing or too short.';
  if (message.length > LENGTHS[type] || subject.length > LENGTHS.subject) return 'The text is too long.';
  if (/\n/.test(subject) || hasOddCharacters(text, known))
    return 'It has characters that do not belong in a letter.';
  const links = known.trusted.flatMap(linksIn);
  const rest = withoutKnownLinks(text, links);
  if (leadsSomewhere(rest)) return 'It has a link or an address that is not in the data.';
  const given = findDates([...known.trusted, ...known.quoted].join('\n'));
  const { dates, words, rest: undated } = findDates(rest);
  if (
    dates.some((date) => !isKnownDate(date, given.dates)) ||
    words.some((word) => !given.words.includes(word))
  ) {
    return 'It names a day, a date or a time that is not in the data.';
  }
  if (hasForeignNumbers(undated, known.trusted))
    return 'It has a number or a sum of money that is not in the data.';
  if (PLACEHOLDER.test(text)) return 'It has a placeholder.';
  if (MACHINE.test(rest) && !MACHINE.test(known.trusted.join('\n')))
    return 'It speaks of instructions or of itself.';
  if (HEADER.test(message) || !speaksTo(message, known.recipient)) return 'It speaks to somebody else.';
  if (namesAnother(text, isNamedIn(known), normalizeLookalikes(known.trusted.join('\n'))))
    return 'It sends the reader to somebody else.';
  return isInLanguage(withoutKnown(normalizeLookalikes(message), known), language)
    ? null
    : 'It is in another language.';
}

/** Letters of our six languages; those of other scripts only as the facts have them. */
const LETTER = /[A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff]/;
const PICTOGRAM = /\p{Extended_Pictographic}/u;

function hasOddCharacters(text: string, { trusted, quoted, recipient }: KnownFacts): boolean {
  // Joined emoji and a variation selector after one are as people type them.
  const bare = text
    .normalize('NFC')
    .replace(/(\p{Extended_Pictographic})(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))+/gu, '$1');
  if (/\p{M}{3}/u.test(bare.normalize('NFD'))) return true;
  const given = new Set([...trusted, ...quoted, recipient].join('').normalize('NFC'));
  return [...bare].some((char) => {
    if (char === '\n') return false;
    if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(char)) return true;
    if (/\p{L}|\p{M}/u.test(char)) return !LETTER.test(char) && !given.has(char);
    if (/\p{N}/u.test(char)) return !/[0-9]/.test(char);
    // Letters in circles, squares and the like.
    return !PICTOGRAM.test(char) && /[\p{L}\p{N}]/u.test(char.normalize('NFKC'));
  });
}

const MONEY =
  /[$€£¥₹₽₿]|(?<![\p{L}])(?:usd|eur|gbp|btc|eth|iban|swift|bic)(?![\p{L}])|\d\s?(?:euros?|dollars?|dólares|dollari|pounds|bitcoins?)(?![\p{L}])/iu;
/** Long words that are no words: keys, wallets, encoded text. */
const CODE = /(?<![a-z0-9+/=_])(?=[a-z0-9+/=_]*\d)(?=[a-z0-9+/=_]*[a-z])[a-z0-9+/=_]{14,}|[a-z0-9+/=]{40,}/iu;

const runsIn = (text: string) =>
  (text.match(/\d(?:[\s().,/\-–—·•+_*'’:]{0,3}\d)*/gu) ?? []).map((run) => run.replace(/\D/g, ''));

/** Short numbers, as in "20 minutes" or "our 3 teams", are nobody's telephone. */
function hasForeignNumbers(text: string, trusted: readonly string[]): boolean {
  const given = normalizeLookalikes(trusted.join('\n'));
  const known = new Set(runsIn(given));
  const foreign = runsIn(text).filter((run) => !known.has(run));
  if (foreign.some((run) => run.length >= 5) || foreign.join('').length >= 7) return true;
  if (hasSpelledNumber(text, given)) return true;
  const codes = text.split(/\s+/).filter((word) => CODE.test(word) && !given.includes(word));
  return codes.length > 0 || (MONEY.test(text) && !MONEY.test(given));
}

const PLACEHOLDER =
  /\[[^\]\n]{0,60}\]|\{[^}\n]{0,60}\}|<[^>\n]{0,60}>|\b(?:lorem ipsum|undefined|null|NaN)\b|```|_{3,}|\*\*/;
/** True if a text is about machines and secrets, as orders to a model are. */
export const mentionsMachines = (text: string): boolean => MACHINE.test(text);

const MACHINE =
  /\b(?:as an ai|language model|sprachmodell|modèle de langage|modelo de lenguaje|modelo de linguagem|modello linguistico|system prompt|system message|(?:previous|prior|above|earlier|my|these|your|all) instructions?|i (?:was|am|have been) (?:told|instructed|programmed)|ignore (?:all|any|the|previous)|prompt injection|jailbreak|developer mode|password|passwort|passwörter|mot de passe|contraseña|senha|gift ?cards?|wire transfer|api key|bank account|bank details|crypto(?:currency)?|bitcoin|seed phrase|hacked|pwned)\b/i;
/** Lines as of a mail's head, which some programs would take for one. */
const HEADER =
  /^[^\S\n]*(?:to|cc|bcc|from|reply-to|an|von|kopie|à|de|para|destinatario|destinatário|destinataire|empfänger|recipient|subject|betreff|objet|asunto|oggetto|assunto)\s*:/imu;

const GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|sehr geehrte[rs]?|liebe[rs]?|moin|servus|bonjour|bonsoir|salut|cher|chère|hola|estimad[oa]s?|querid[oa]s?|buen(?:os|as) (?:días|tardes|noches)|ciao|salve|buongiorno|buonasera|gentile|gentilissim[oa]|car[oa]|caríssim[oa]|olá|oi|prezad[oa]s?|bom dia|boa tarde)(?![\p{L}])((?:\s*(?:dr|prof|mr|mrs|ms|sr|sra|dott|ing|med|herr|frau)\.?(?=\s))*[^\n,:!.;–—]{0,80})/iu;
const TITLES =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|herr|frau|monsieur|madame|mademoiselle|m|mme|señor|señora|señorita|sr|sra|srta|signor|signora|signore|sig|dott|dottor|dottoressa|ing|senhor|senhora|don|doña|there|all|again|everyone|zusammen|nochmals|und|and|et|y|e|o|a|san|sama)$/;

const wordsOf = (text: string) => normalizeLookalikes(text).match(/[\p{L}\p{M}'’-]+/gu) ?? [];

/** True if a greeting by name names the contact. */
function speaksTo(message: string, recipient: string): boolean {
  const [, name = ''] = GREETING.exec(message) ?? [];
  const own = new Set(wordsOf(recipient).flatMap((word) => [word, ...word.split(/['’-]/)]));
  const isCapital = (word: string) => /^\p{Lu}/u.test(word);
  return (name.match(/[\p{L}\p{M}'’-]+/gu) ?? [])
    .filter((word) => isCapital(word) && !TITLES.test(normalizeLookalikes(word)))
    .every(
      (word) =>
        own.has(normalizeLookalikes(word)) ||
        wordsOf(recipient).some((one) => one.length > 2 && normalizeLookalikes(word).startsWith(one)),
    );
}

/** True if a word is of the names and companies that a text may mention; a stranger's message does not name anybody. */
function isNamedIn({ trusted, named, recipient }: KnownFacts): (word: string) => boolean {
  const words = new Set([...trusted, ...named, recipient].flatMap(wordsOf));
  return (word) =>
    words.has(normalizeLookalikes(word)) || words.has(normalizeLookalikes(word).replace(/['’]s$/u, ''));
}

/** Names and companies say nothing of the language around them. */
function withoutKnown(text: string, { trusted, quoted, recipient }: KnownFacts): string {
  return [...quoted, ...trusted, recipient]
    .map(normalizeLookalikes)
    .filter((one) => one.length > 2)
    .reduce((rest, one) => rest.replaceAll(one, ' '), text);
}
