import { expect, it } from 'vitest';
import { isAppleHandheld } from './save-to-phone.ts';

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', 5, true],
  ['an iPad that says so', 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)', 5, true],
  ['an iPad that calls itself a Macintosh', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Macintosh', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
])('knows %s', (_name, userAgent, maxTouchPoints, expected) => {
  expect(isAppleHandheld({ userAgent, maxTouchPoints })).toBe(expected);
});
