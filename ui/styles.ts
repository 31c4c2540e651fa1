import { useLayoutEffect } from 'react';
import { rulesIn } from './css-rules.ts';

/** Styles that are made while the app runs, and that its Content-Security-Policy admits. */

/**
 * Adds CSS to the document until the function it answers is called. The policy admits no inline style but the empty
 * one, whose rules are then inserted one by one; constructable sheets would do too, but not before Safari 16.4.
 */
export function addStyles(css: string): () => void {
  const element = document.createElement('style');
  document.head.append(element);
  for (const rule of rulesIn(css)) insert(element.sheet, rule);
  return () => element.remove();
}

function insert(sheet: CSSStyleSheet | null, rule: string): void {
  try {
    sheet?.insertRule(rule, sheet.cssRules.length);
  } catch (error) {
    // A style sheet that is parsed as a whole passes over what the browser is too old for; so do we.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The CSS applies as long as the component stands. */
export function useStyles(css: string): void {
  useLayoutEffect(() => addStyles(css), [css]);
}
