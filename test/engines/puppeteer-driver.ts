import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import { type Driver, pollUntil } from './driver.ts';
import { sendToFirefox } from './firefox-window.ts';

/** Distinguishes the old document from the new one: pages that are loaded or restored do not have the mark. */
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
      // After a download, Puppeteer waits in vain for Firefox's navigation events.
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

  /** A page from the back/forward cache fires no events to wait for: the journey waits for what the page shows. */
  async function traverse(delta: -1 | 1): Promise<void> {
    if (isFirefox) await sendToFirefox(page, 'browsingContext.traverseHistory', { delta });
    else if (delta < 0) await page.goBack({ waitUntil: [] });
    else await page.goForward({ waitUntil: [] });
  }
}
