import { useLayoutEffect } from 'react';

/** Styles that are made at run time and that the app's Content-Security-Policy allows. */

/**
 * Adds CSS, without `@import`, to the document, or to a shadow root, and returns a function that removes it. The policy allows no inline
 * style but an empty one, into which the CSS is inserted as one rule; constructable style sheets would work too, but
 * not before Safari 16.4 (docs/decisions/072).
 */
export function addStyles(css: string, parent: ParentNode = document.head): () => void {
  const element = document.createElement('style');
  parent.append(element);
  element.sheet?.insertRule(`@media all{${css}}`);
  return () => element.remove();
}

/** The CSS applies while the component is mounted. */
export function useStyles(css: string, parent?: ParentNode): void {
  useLayoutEffect(() => addStyles(css, parent), [css, parent]);
}
