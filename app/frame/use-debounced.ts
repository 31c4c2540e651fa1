import { useEffect, useState } from 'react';

/** How long typing must pause before a request is sent: about the time between two letters of a fast typist. */
const REST_MS = 200;

/** The typed text once typing pauses; an emptied field at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
