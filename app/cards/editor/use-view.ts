import { useLayoutEffect, useRef, useState } from 'react';

export type EditorView = 'edit' | 'preview';

/** The form or the preview. A preview starts at its top; the form returns to where it was scrolled. */
export function useView() {
  const [view, setView] = useState<EditorView>('edit');
  const left = useRef(0);
  const show = (next: EditorView) => {
    if (next === 'preview') left.current = window.scrollY;
    setView(next);
  };
  useLayoutEffect(() => {
    window.scrollTo({ top: view === 'preview' ? 0 : left.current });
  }, [view]);
  return [view, show] as const;
}
