import { expect, it, vi } from 'vitest';
import { closeOnEscape } from './escape.ts';

it.each([
  { of: 'Escape', key: 'Escape', isComposing: false, keyCode: 27, closes: 1 },
  { of: 'another key', key: 'a', isComposing: false, keyCode: 65, closes: 0 },
  { of: 'the Escape that ends a composition', key: 'Escape', isComposing: true, keyCode: 229, closes: 0 },
  { of: 'that one in Safari', key: 'Escape', isComposing: false, keyCode: 229, closes: 0 },
])('closes $closes times on $of', ({ key, closes, ...pressed }) => {
  const close = vi.fn();
  closeOnEscape(close)({ key, nativeEvent: pressed as unknown as KeyboardEvent });
  expect(close).toHaveBeenCalledTimes(closes);
});
