import { CONFUSABLES } from '#server/accounts/aliases/confusables.ts';
import { foldName } from '#shared/accounts/aliases.ts';

/** A name's skeleton, after Unicode Technical Standard 39, section 4: `internalSkeleton`, without letter case. */

const fromHex = (codes: string) =>
  String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)));

const PROTOTYPES: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.trim()
    .split(/\s+/)
    .map((pair) => pair.split('=').map(fromHex) as [string, string]),
);

/** Prototypes may be capitals, whose small letters look like others again: two rounds are the most there are. */
const ROUNDS_MAX = 4;

/** Likewise for names that may be mistaken for each other. `name` is folded (`foldName`). */
export function computeSkeleton(name: string): string {
  let skeleton = name;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const letters = Array.from(skeleton.normalize('NFD'), (letter) => PROTOTYPES.get(letter) ?? letter);
    const next = foldName(letters.join('')).normalize('NFD');
    if (next === skeleton) break;
    skeleton = next;
  }
  return skeleton;
}
