import { useEffect, useState } from 'react';

/** How long typing rests before it is asked for: about the time between two letters of a quick hand. */
const REST_MS = 200;

/** What was typed, once the hand rests; an emptied box at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
