import type { Plugin } from 'vite';

/** A letter beyond ASCII, with the backslashes before it. */
const LETTER = /(\\*)([^\0-\x7f])/g;

/**
 * Writes every letter of a script in ASCII: V8 keeps the text of a script as long as the process runs, and takes two bytes
 * for each of its characters if one of them is beyond Latin-1 (docs/decisions/400).
 */
export function asciiScripts(): Plugin {
  return {
    name: 'ascii-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = toAscii(chunk.code);
      },
    },
  };
}

/** Leaves what the script means as it is. A letter that has a backslash to itself needs none. */
export const toAscii = (code: string): string =>
  code.replace(LETTER, (_, slashes: string, letter: string) => {
    const isEscaped = slashes.length % 2 === 1;
    const unit = letter.charCodeAt(0).toString(16).padStart(4, '0');
    return `${isEscaped ? slashes.slice(1) : slashes}\\u${unit}`;
  });
