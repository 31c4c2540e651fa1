import { deviceText } from '#shared/analytics/viewer.ts';

/** The first match names the browser: browsers built on another one also name that one, after themselves. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** A user agent in words that its owner would use for the device: "Safari on iPhone". */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser ? `${browser} on ${deviceText(userAgent)}` : 'Unknown device';
}
