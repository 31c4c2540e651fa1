import type { Page } from 'playwright-core';

/** What an engine of the targets (`.browserslistrc`) lacks, taken away from the engine that runs the journeys. */

/** Calls of the browser that are newer than the oldest engine: `owner` is a path from the global object. */
const NEWER_CALLS = [
  ['AbortSignal', 'any'],
  ['URL', 'canParse'],
  ['Element.prototype', 'checkVisibility'],
  ['String.prototype', 'isWellFormed'],
  ['String.prototype', 'toWellFormed'],
  ['Array', 'fromAsync'],
  ['Array.prototype', 'toSorted'],
  ['Array.prototype', 'toReversed'],
  ['Array.prototype', 'toSpliced'],
  ['Array.prototype', 'with'],
  ['Object', 'groupBy'],
  ['Map', 'groupBy'],
  ['Promise', 'withResolvers'],
  ['globalThis', 'OffscreenCanvas'],
  ['CSSStyleSheet.prototype', 'replaceSync'],
  ['globalThis', 'requestIdleCallback'],
] as const;

/** Makes every document of this page start without the newer calls. Reload or go somewhere afterwards. */
export async function removeNewerCalls(page: Page): Promise<void> {
  await page.addInitScript((calls) => {
    const step = (object: object, name: string): object => Reflect.get(object, name);
    for (const [path, name] of calls) {
      const owner = path.split('.').reduce(step, globalThis);
      Reflect.deleteProperty(owner, name);
    }
  }, NEWER_CALLS);
}
