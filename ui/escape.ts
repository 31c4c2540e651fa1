import type { KeyboardEvent as PressedKey } from 'react';

/**
 * True for a key that belongs to an input method, as the Escape that ends a composition in Chinese or Japanese. In
 * Safari, the composition has ended by then, and only the code says so.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/** Hears the keys of a form that Escape gives up. */
export const closeOnEscape = (close: () => void) => (event: Pick<PressedKey, 'key' | 'nativeEvent'>) => {
  if (event.key === 'Escape' && !isComposing(event.nativeEvent)) close();
};
