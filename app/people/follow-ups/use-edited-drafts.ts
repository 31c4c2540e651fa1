import { useRef, useState } from 'react';
import type { Suggestion } from '#shared/people/follow-ups.ts';

/** Drafts that the owner changed: they stay beside the suggestions that are requested after them. */
export function useEditedDrafts() {
  const edited = useRef(new Map<Suggestion, Suggestion>());
  const [kept, setKept] = useState<Suggestion[]>([]);
  const keep = () => {
    const drafts = [...edited.current.values()];
    edited.current = new Map(drafts.map((draft) => [draft, draft]));
    setKept(drafts);
  };
  return { kept, keep, note: (from: Suggestion, to: Suggestion) => void edited.current.set(from, to) };
}
