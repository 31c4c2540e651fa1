import { useEffect } from 'react';
import { addStyles } from './styles.ts';

/**
 * Stands for the package react-style-singleton, with which Radix holds the page still behind a dialog: that one fills
 * a <style> element, which our Content-Security-Policy refuses. vite.config.ts puts this in its place.
 */
export function styleSingleton() {
  let users = 0;
  let remove = () => {};
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module that asks, as there
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    const isDynamic = Boolean(styles && dynamic);
    // As there: the first to stand brings the styles, the last to go takes them away.
    // biome-ignore lint/correctness/useExhaustiveDependencies: changed styles are taken only where they are said to be dynamic
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
