/**
 * Which usernames may be mistaken for others, after Unicode Technical Standard 39, section 5.2: new names must satisfy
 * the restriction level "Highly Restrictive". The scripts of letters come from the JavaScript engine.
 */

/** The scripts in general use: Unicode Standard Annex 31, table 5. */
const SCRIPTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...['Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao'],
  ...['Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
];
/** Japanese, Chinese and Korean mix scripts by nature, and take Latin letters besides. */
const MIXTURES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Text whose every character belongs to one of these scripts, or to all. */
const writtenIn = (scripts: readonly string[]) => {
  const classes = ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
};

/** Characters that the standard's table calls Technical, Obsolete or Not_XID: look-alikes even among the letters of one script. */
const UNUSUAL = [
  // Clicks, modifiers, small capitals and other phonetic or medieval letters; some IPA letters are in daily use.
  /[\u01C0-\u01C3\u02B0-\u02FF\u1C80-\u1C8F\u1D00-\u1DBF\u2C60-\u2C7F\uA640-\uA69F\uA720-\uA7FF\uAB30-\uAB6F]/,
  /(?![ɓɔɖɗəɛɠɣɨɩɯɲɵʃʉʊʋʒ])[\u0250-\u02AF]/,
  /\p{Default_Ignorable_Code_Point}/u,
  // Circled and Roman numerals, but not the Chinese zero.
  /(?!〇)[\p{Nl}\p{No}]/u,
];

/** The first code point of the run of digits that a digit belongs to: its zero. */
function findZero(digit: string): number {
  let code = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1;
  return code;
}

const hasMixedDigits = (name: string) => new Set((name.match(/\p{Nd}/gu) ?? []).map(findZero)).size > 1;

export const LOOK_ALIKE_MESSAGE = 'Use letters from one alphabet, without full-width letters';

/**
 * True if a name could be mistaken for another: it mixes scripts, as "аlice" with a Cyrillic а does (but not 田中Taro),
 * mixes kinds of digits (section 5.3), or contains compatibility forms such as "ＡＬＩＣＥ" or letters in no general use.
 * Only new names are checked.
 */
export function looksLikeAnother(name: string): boolean {
  if (name.normalize('NFKC') !== name.normalize('NFC')) return true;
  if (hasMixedDigits(name) || UNUSUAL.some((letters) => letters.test(name))) return true;
  return ![...SCRIPTS.map((script) => [script]), ...MIXTURES].some((scripts) =>
    writtenIn(scripts).test(name),
  );
}
