import type { Page } from 'puppeteer-core';
import type { ProfileOptions } from './driver.ts';
import { evaluateInWindow } from './firefox-window.ts';

/** Sets the preferences of a user and their system before the page opens anything. */

export async function emulateInChromium(page: Page, options: ProfileOptions): Promise<void> {
  const { withoutScript, colorScheme = 'light', forcedColors, textZoom = 1, userAgent } = options;
  const session = await page.createCDPSession();
  const features: { name: string; value: string }[] = [{ name: 'prefers-color-scheme', value: colorScheme }];
  if (forcedColors) features.push({ name: 'forced-colors', value: 'active' });
  await session.send('Emulation.setEmulatedMedia', { features });
  const fontSizes = { standard: 16 * textZoom, fixed: 13 * textZoom };
  if (textZoom !== 1) await session.send('Page.setFontSizes', { fontSizes });
  if (withoutScript) await page.setJavaScriptEnabled(false);
  // A headless browser says that it is one, and views by bots are not counted.
  const own = (await page.browser().userAgent()).replace('HeadlessChrome', 'Chrome');
  await page.setUserAgent({ userAgent: userAgent ?? own });
}

export async function emulateInFirefox(page: Page, options: ProfileOptions): Promise<void> {
  const { withoutScript, colorScheme = 'light', forcedColors, textZoom = 1, userAgent } = options;
  // Themes are settings of all tabs: each profile sets its own again.
  const setTheme = (name: string, value: number) => `Services.prefs.setIntPref('${name}', ${value})`;
  const changes = [
    setTheme('layout.css.prefers-color-scheme.content-override', colorScheme === 'dark' ? 0 : 1),
    setTheme('browser.display.document_color_use', forcedColors ? 2 : 1),
  ];
  if (textZoom !== 1) changes.push(`browser.textZoom = ${textZoom}`);
  if (withoutScript) changes.push('context.allowJavascript = false');
  // The newest window is the last tab.
  const find = 'const browser = gBrowser.browsers.at(-1); const context = browser.browsingContext;';
  await evaluateInWindow(page, `{ ${find} ${changes.join('; ')} }`);
  if (userAgent) await page.setUserAgent({ userAgent });
}
