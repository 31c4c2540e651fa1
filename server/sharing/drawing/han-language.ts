import type { HanLanguage } from './font-list.ts';

/** The character set of each language from before Unicode: what its own people wrote names with. */
const CHARACTER_SETS: [HanLanguage, string][] = [
  ['zh-Hans', 'gbk'],
  ['zh-Hant', 'big5'],
  ['ja', 'euc-jp'],
  ['ko', 'euc-kr'],
];
/** GB 2312, JIS X 0208 and KS X 1001 are the rows A1 to FE of these encodings; Big5 begins its rows at 40. */
const FIRST = 0xa1;
const LAST = 0xfe;
const BIG5_FIRST = 0x40;

/** All characters of a set: the WHATWG Encoding Standard says how every pair of bytes is read. */
function listCharacters(encoding: string): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const bytes: number[] = [];
  for (let row = FIRST; row <= LAST; row += 1) {
    for (let cell = encoding === 'big5' ? BIG5_FIRST : FIRST; cell <= LAST; cell += 1) bytes.push(row, cell);
  }
  return new Set(decoder.decode(Uint8Array.from(bytes)));
}

export interface HanLanguages {
  /**
   * The language whose forms of Chinese characters a text asks for: by kana, hangul or bopomofo, else by `hint` (from a
   * phone number, say), else the first whose character set holds most of its characters, else simplified Chinese.
   */
  of(text: string, hint: HanLanguage | null): HanLanguage;
}

export function openHanLanguages(): HanLanguages {
  let sets: [HanLanguage, ReadonlySet<string>][] | undefined;
  return {
    of(text, hint) {
      if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
      if (/\p{Script=Hangul}/u.test(text)) return 'ko';
      if (/\p{Script=Bopomofo}/u.test(text)) return 'zh-Hant';
      if (hint) return hint;
      const letters = text.slice(0, 1000).match(/\p{Script=Han}/gu) ?? [];
      if (letters.length === 0) return 'zh-Hans';
      sets ??= CHARACTER_SETS.map(([language, encoding]) => [language, listCharacters(encoding)]);
      const counts = sets.map(([, known]) => letters.filter((letter) => known.has(letter)).length);
      return sets[counts.indexOf(Math.max(...counts))]?.[0] ?? 'zh-Hans';
    },
  };
}
