import { editDistance } from '#shared/formats/edit-distance.ts';

/** Short names are similar to others that mean something else (HOME, POST). */
const mistakesAllowed = (name: string) => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2);

/**
 * Which of `known` each `given` name was probably meant to be; leaves out names that are known or unlike all of them.
 */
export function findMeant(given: string[], known: string[]): { name: string; meant: string }[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase().replaceAll('-', '_');
      const isSwap = (other: string) =>
        other.length === upper.length &&
        editDistance(upper, other) === 1 &&
        sortLetters(upper) === sortLetters(other);
      const meant = known.find(
        (other) => upper === other || isSwap(other) || editDistance(upper, other) <= mistakesAllowed(other),
      );
      return meant ? [{ name, meant }] : [];
    });
}

const sortLetters = (word: string) => [...word].sort().join('');
