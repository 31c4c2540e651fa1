import fs from 'node:fs';
import path from 'node:path';
import { drawingAssets } from './drawing-assets.ts';

/** Emoji as drawings: Twemoji's, by Twitter, Inc and other contributors (CC BY 4.0; see NOTICE.md). */

const JOINER = '200d';
const VARIATION = 'fe0f';
/** Skin tones. */
const TONE = /^1f3f[b-f]$/;

export interface Emoji {
  /** The drawing of a grapheme, as SVG; undefined if there is none. */
  find(grapheme: string): string | undefined;
}

/** The names a drawing may have, best first: those with a joiner keep their variation selectors. */
function listNames(grapheme: string): string[] {
  const codes = [...grapheme].map((letter) => (letter.codePointAt(0) ?? 0).toString(16));
  const bare = codes.filter((code) => code !== VARIATION);
  const whole = codes.includes(JOINER) ? [codes, bare] : [bare, codes];
  const toneless = bare.filter((code) => !TONE.test(code));
  const first = bare.slice(0, 1);
  return [...whole, toneless, first].map((parts) => parts.join('-'));
}

export function openEmoji(): Emoji {
  const folder = drawingAssets('emoji');
  let names: ReadonlySet<string> | undefined;
  return {
    find(grapheme) {
      names ??= new Set(fs.readdirSync(folder));
      const name = listNames(grapheme).find((one) => names?.has(`${one}.svg`));
      return name && fs.readFileSync(path.join(folder, `${name}.svg`), 'utf8');
    },
  };
}
