import { useLayoutEffect, useRef, useState } from 'react';

export type EditorView = 'edit' | 'preview';

/** The form, or the preview over it. Whoever comes back from the preview goes on in the field where they were. */
export function useView() {
  const [view, setView] = useState<EditorView>('edit');
  const place = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (view === 'edit') place.current?.focus({ preventScroll: true });
  }, [view]);
  return { view, setView, place };
}
