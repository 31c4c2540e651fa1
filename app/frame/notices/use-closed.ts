import { useState } from 'react';
import type { Notice } from './list-notices.ts';

/** In `sessionStorage`: the notices that were closed in this tab. One that says something else is shown again. */
const KEY = 'closed-notices';

function readClosed(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split('\n');
  } catch {
    return [];
  }
}

const nameOf = ({ kind, title, text }: Notice) => `${kind} ${title} ${text}`;

export function useClosed() {
  const [closed, setClosed] = useState(readClosed);
  const close = (notice: Notice) => {
    const all = [...closed, nameOf(notice)];
    setClosed(all);
    try {
      sessionStorage.setItem(KEY, all.join('\n'));
    } catch {
      // Storage is off: it is shown again after a reload.
    }
  };
  return { isClosed: (notice: Notice) => closed.includes(nameOf(notice)), close };
}
