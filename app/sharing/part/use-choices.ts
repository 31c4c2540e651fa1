import { useState } from 'react';

/**
 * The choices for one way to share one card, kept on this device: names of fields and designs, nothing about the
 * person. `read` makes choices of what was kept, which may be anything.
 */
export function useChoices<Choices extends object>(
  part: string,
  cardId: string,
  read: (kept: unknown) => Choices,
): [Choices, (changes: Partial<Choices>) => void] {
  const key = `${part}:${cardId}`;
  const [choices, setChoices] = useState(() => read(recallChoices(key)));
  const change = (changes: Partial<Choices>) => {
    const changed = { ...choices, ...changes };
    setChoices(changed);
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // Storage is off or full: the choices last until the screen is left.
    }
  };
  return [choices, change];
}

function recallChoices(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
