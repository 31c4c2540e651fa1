import { useRef, useState } from 'react';
import type { Suggestion } from '#shared/people/follow-ups.ts';

interface Edited {
  draft: Suggestion;
  /** Neither copied nor opened where it is sent from since it was changed. */
  isUnused: boolean;
}

/** Drafts that the owner changed: they stay beside the suggestions that are requested after them. */
export function useEditedDrafts() {
  const edited = useRef(new Map<Suggestion, Edited>());
  const [kept, setKept] = useState<Suggestion[]>([]);
  const keep = () => {
    const drafts = [...edited.current.values()];
    edited.current = new Map(drafts.map((one) => [one.draft, one]));
    setKept(drafts.map(({ draft }) => draft));
  };
  const note = (from: Suggestion, draft: Suggestion) =>
    void edited.current.set(from, { draft, isUnused: true });
  const noteUsed = (from: Suggestion) => {
    const found = edited.current.get(from);
    if (found) found.isUnused = false;
  };
  const hasUnused = () => [...edited.current.values()].some(({ isUnused }) => isUnused);
  return { kept, keep, note, noteUsed, hasUnused };
}
