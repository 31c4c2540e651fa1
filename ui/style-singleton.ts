import { useEffect } from 'react';
import { addStyles } from './styles.ts';

/**
 * Replaces the package react-style-singleton, with which Radix keeps the page behind a dialog from scrolling: it fills
 * a <style> element, which our Content-Security-Policy refuses. vite.config.ts puts this in its place.
 */
export function styleSingleton() {
  let users = 0;
  let remove = () => {};
  // biome-ignore lint/correctness/noComponentHookFactories: made once per importing module, as in the original
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    const isDynamic = Boolean(styles && dynamic);
    // As in the original: the first to mount adds the styles, the last to unmount removes them.
    // biome-ignore lint/correctness/useExhaustiveDependencies: changed styles apply only if they are declared dynamic
    useEffect(() => {
      users += 1;
      if (users === 1) remove = addStyles(styles);
      return () => {
        users -= 1;
        if (users === 0) remove();
      };
    }, [isDynamic]);
    return null;
  };
}
