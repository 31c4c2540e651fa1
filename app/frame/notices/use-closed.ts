import { useState } from 'react';
import { type DueKind, type NoticeFacts, teamToReview } from './list-notices.ts';

/** In `sessionStorage`: the notices that were closed in this tab. One of something else is shown again. */
const KEY = 'closed-notices';

function readClosed(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split('\n');
  } catch {
    return [];
  }
}

const nameOf = (kind: DueKind, { due }: NoticeFacts) =>
  `${kind} ${kind === 'unreviewed' ? due.unreviewed : kind === 'teamUnreviewed' ? [teamToReview(due)?.id, teamToReview(due)?.unreviewed] : kind === 'reminder' ? due.nextReminder?.at : ''}`;

export function useClosed() {
  const [closed, setClosed] = useState(readClosed);
  const close = (kind: DueKind, facts: NoticeFacts) => {
    const all = [...closed, nameOf(kind, facts)];
    setClosed(all);
    try {
      sessionStorage.setItem(KEY, all.join('\n'));
    } catch {
      // Storage is off: it is shown again after a reload.
    }
  };
  return { isClosed: (kind: DueKind, facts: NoticeFacts) => closed.includes(nameOf(kind, facts)), close };
}
