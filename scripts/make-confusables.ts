import fs from 'node:fs';
import path from 'node:path';
import { foldName } from '#shared/accounts/aliases.ts';
import { looksLikeAnother } from '#shared/accounts/usernames.ts';

/**
 * `tsx scripts/make-confusables.ts confusables.txt`: writes the part of Unicode's table that a name can meet
 * (https://www.unicode.org/Public/security/17.0.0/confusables.txt). To be run again for a new version of Unicode. A
 * skeleton that changes with it makes another hash: add rows to `claimed_names` for it, and keep the former ones.
 */

const [, , source = ''] = process.argv;
const text = fs.readFileSync(source, 'utf8');
const version = /^# Version: (\S+)/m.exec(text)?.[1];
if (!version) throw new Error('This is not confusables.txt.');

const charactersOf = (codes: string) =>
  String.fromCodePoint(
    ...codes
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, 16)),
  );

const toHex = (letters: string) =>
  Array.from(letters, (letter) => letter.codePointAt(0)?.toString(16)).join('+');

/** After decomposition, a name consists of these. */
const isPossible = (letter: string) =>
  /^[\p{L}\p{M}\p{N}._-]$/u.test(letter) && foldName(letter) === letter && !looksLikeAnother(letter);

const pairs = [...text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)]
  .map(([, from = '', to = '']): [string, string] => [charactersOf(from), foldName(charactersOf(to))])
  .filter(([from, to]) => isPossible(from) && from !== to)
  .sort()
  .map(([from, to]) => `${toHex(from)}=${toHex(to)}`);

const LINE_MAX = 100;
const lines = [''];
for (const pair of pairs) {
  const last = lines.at(-1) ?? '';
  if (last.length > LINE_MAX) lines.push(pair);
  else lines[lines.length - 1] = last ? `${last} ${pair}` : pair;
}
const file = path.join(import.meta.dirname, '../server/accounts/aliases/confusables.ts');
fs.writeFileSync(
  file,
  `/**
 * Characters that look like others, as hexadecimal code points: 6d=72+6e says that m looks like rn. Made by
 * \`scripts/make-confusables.ts\` from Unicode's confusables.txt, version ${version}, for letters that names may contain, in
 * lower case.
 * © Unicode, Inc., https://www.unicode.org/terms_of_use.html
 */
export const CONFUSABLES = \`
${lines.join('\n')}
\`;
`,
);
