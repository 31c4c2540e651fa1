import { useEffect } from 'react';

/** Adds to the number of forms that hold what was typed and not saved. */
export type CountTyped = (by: 1 | -1) => void;

/** Counts a form while it has what would be lost: one guard is for all forms of a screen. */
export function useTyped(isTyped: boolean, countTyped: CountTyped): void {
  useEffect(() => {
    if (!isTyped) return;
    countTyped(1);
    return () => countTyped(-1);
  }, [isTyped, countTyped]);
}
