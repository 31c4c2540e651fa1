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

/** A notice by its kind and, where that may become another matter, by what it says. */
export function closedName(kind: DueKind, { due }: NoticeFacts): string {
  const team = teamToReview(due);
  const states: Partial<Record<DueKind, unknown>> = {
    unreviewed: due.unreviewed,
    teamUnreviewed: [team?.id, team?.unreviewed],
    full: due.contactsFull,
    reminder: due.nextReminder?.at,
  };
  return `${kind} ${states[kind] ?? ''}`;
}

export function useClosed() {
  const [closed, setClosed] = useState(readClosed);
  const close = (kind: DueKind, facts: NoticeFacts) => {
    const all = [...closed, closedName(kind, facts)];
    setClosed(all);
    try {
      sessionStorage.setItem(KEY, all.join('\n'));
    } catch {
      // Storage is off: it is shown again after a reload.
    }
  };
  return { isClosed: (kind: DueKind, facts: NoticeFacts) => closed.includes(closedName(kind, facts)), close };
}
