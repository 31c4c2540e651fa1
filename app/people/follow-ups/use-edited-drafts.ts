import { useRef, useState } from 'react';
import type { Suggestion } from '#shared/people/follow-ups.ts';

/** Drafts that the owner changed: they stay beside the suggestions that are requested after them. */
export function useEditedDrafts() {
  const edited = useRef(new Map<Suggestion, Suggestion>());
  const isUnused = useRef(false);
  const [kept, setKept] = useState<Suggestion[]>([]);
  const keep = () => {
    const drafts = [...edited.current.values()];
    edited.current = new Map(drafts.map((draft) => [draft, draft]));
    setKept(drafts);
  };
  const note = (from: Suggestion, to: Suggestion) => {
    edited.current.set(from, to);
    isUnused.current = true;
  };
  return { kept, keep, note, isUnused };
}
