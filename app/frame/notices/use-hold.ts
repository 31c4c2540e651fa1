import { useState } from 'react';

/**
 * Holds what is shown from the first paint until another screen is opened, through the first answers to what was not
 * known then. `answers` are undefined until they come; a second one is of something that somebody has done.
 */
export function useHold<Shown>(screen: string, shown: Shown, answers: readonly unknown[]) {
  const [held, setHeld] = useState<{ screen: string; shown: Shown } | null>({ screen, shown });
  const [first, setFirst] = useState(answers);
  const isFilled = answers.some((answer, at) => answer !== undefined && first[at] === undefined);
  if (isFilled) setFirst(first.map((answer, at) => answer ?? answers[at]));
  const isSecond = answers.some((answer, at) => first[at] !== undefined && answer !== first[at]);
  if (held && (held.screen !== screen || isSecond)) setHeld(null);
  const isHeld = held !== null && held.screen === screen && !isSecond;
  return { shown: isHeld ? held.shown : shown, release: () => setHeld(null) };
}
