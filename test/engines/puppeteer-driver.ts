import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import { type Driver, pollUntil } from './driver.ts';
import { sendToFirefox } from './firefox-window.ts';

/** Tells the document that is left from the one that comes: pages that are loaded or come back do not have it. */
const MARK = `document.documentElement.setAttribute('data-left', '')`;
const HAS_ARRIVED = `document.readyState === 'complete' && !document.documentElement.hasAttribute('data-left')`;

export function driverOf(page: Page, name: 'chromium' | 'firefox'): Driver {
  const isFirefox = name === 'firefox';
  const evaluate = (source: string, args: unknown[]): Promise<unknown> =>
    page.evaluate(`(${source}).apply(null, ${JSON.stringify(args)})`);
  return {
    async navigate(address) {
      if (!isFirefox) {
        await page.goto(address);
        return;
      }
      // Puppeteer waits in vain for Firefox's events when a download came before.
      await page.evaluate(MARK);
      await sendToFirefox(page, 'browsingContext.navigate', { url: address, wait: 'none' });
      await pollUntil(`opening ${address}`, () => page.evaluate(HAS_ARRIVED) as Promise<boolean>);
    },
    evaluate,
    press: (x, y) => page.mouse.click(x, y),
    moveTo: (x, y) => page.mouse.move(x, y),
    async pressKeys(keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    async attach(selector, files) {
      const field = await page.$(selector);
      await (field as ElementHandle<HTMLInputElement>).uploadFile(...files);
    },
    back: () => traverse(-1),
    forward: () => traverse(1),
    async reload() {
      await page.reload();
    },
    resize: (width, height) => page.setViewport({ width, height }),
    async screenshot(file) {
      await page.screenshot({ path: file as `${string}.png` });
    },
    async print(file) {
      await page.pdf({ path: file, format: 'a4' });
    },
    async others() {
      const pages = await page.browserContext().pages();
      return pages.filter((other) => other !== page).map((other) => driverOf(other, name));
    },
    close: () => page.close(),
  };

  /** A kept page comes back without events to wait for: the journey waits for what it shows. */
  async function traverse(delta: -1 | 1): Promise<void> {
    if (isFirefox) await sendToFirefox(page, 'browsingContext.traverseHistory', { delta });
    else if (delta < 0) await page.goBack({ waitUntil: [] });
    else await page.goForward({ waitUntil: [] });
  }
}
