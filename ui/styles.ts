import { useLayoutEffect } from 'react';

/** Styles that are made while the app runs, and that its Content-Security-Policy admits. */

/**
 * Adds CSS, without `@import`, to the document until the function it answers is called. The policy admits no inline
 * style but the empty one, into which the CSS is inserted as one rule; constructable sheets would do too, but not
 * before Safari 16.4.
 */
export function addStyles(css: string): () => void {
  const element = document.createElement('style');
  document.head.append(element);
  element.sheet?.insertRule(`@media all{${css}}`);
  return () => element.remove();
}

/** The CSS applies as long as the component stands. */
export function useStyles(css: string): void {
  useLayoutEffect(() => addStyles(css), [css]);
}
