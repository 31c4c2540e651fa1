/** Sentences about a code: one at each opening, and each once on a device. */

export const HINTS = [
  { key: 'hint-brightness', text: 'Turn up your brightness', isOfOwn: false },
  // Whoever holds a card of a team has nothing to cancel.
  { key: 'hint-code-stays', text: 'Your code keeps working, even after you cancel', isOfOwn: true },
] as const;

export type Hint = (typeof HINTS)[number];

/** The first that this device has not shown yet; undefined if it has shown all. */
export function nextHint({ isOwn }: { isOwn: boolean }): Hint | undefined {
  try {
    // A desk's screen is bright enough.
    const hints = matchMedia('(pointer: coarse)').matches ? HINTS : HINTS.slice(1);
    return hints.find(({ key, isOfOwn }) => localStorage.getItem(key) === null && (isOwn || !isOfOwn));
  } catch {
    return undefined;
  }
}

export function noteHint({ key }: Hint): void {
  try {
    localStorage.setItem(key, 'shown');
  } catch {
    // Storage is off: it is said again.
  }
}
