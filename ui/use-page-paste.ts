import { type RefObject, useEffect, useRef } from 'react';

/**
 * Receives files pasted anywhere on the page while an area is in view, unless a focused area handles the paste itself.
 */
export function usePagePaste(area: RefObject<HTMLElement | null>, onFiles: ((files: File[]) => void) | null) {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const isInSight = (area.current?.getClientRects().length ?? 0) > 0;
      if (!latest.current || !isInSight || files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, [area]);
}
