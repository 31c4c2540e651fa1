import { deviceText } from '#shared/viewer.ts';

/** The first that fits names the browser: those built on another one name that one too, after their own. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** A user agent as its owner would name the device: "Safari on iPhone". */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser ? `${browser} on ${deviceText(userAgent)}` : 'An unknown device';
}
