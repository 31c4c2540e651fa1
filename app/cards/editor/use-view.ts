import { useLayoutEffect, useRef, useState } from 'react';

export type View = 'edit' | 'preview';

/** The form or the card it makes. A preview starts at its top, and the form comes back where it was left. */
export function useView() {
  const [view, setView] = useState<View>('edit');
  const left = useRef(0);
  const show = (next: View) => {
    if (next === 'preview') left.current = window.scrollY;
    setView(next);
  };
  useLayoutEffect(() => {
    window.scrollTo({ top: view === 'preview' ? 0 : left.current });
  }, [view]);
  return [view, show] as const;
}
