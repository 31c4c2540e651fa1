import type { Page } from 'playwright-core';

/** Removes from the engine that runs the journeys what the oldest supported engines (`.browserslistrc`) lack. */

/** Browser APIs that are newer than the oldest engine: `owner` is a path from the global object. */
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

/** Makes every document of this page start without the newer APIs. Reload or navigate afterwards. */
export async function removeNewerCalls(page: Page): Promise<void> {
  await page.addInitScript((calls) => {
    const step = (object: object, name: string): object => Reflect.get(object, name);
    for (const [path, name] of calls) {
      const owner = path.split('.').reduce(step, globalThis);
      Reflect.deleteProperty(owner, name);
    }
  }, NEWER_CALLS);
}

/** Style sheet syntax that is newer than the oldest engine, and what makes it unknown to the one that runs. */
const NEWER_STYLES: [RegExp, string][] = [
  [/\b(color-mix|light-dark)\(/g, 'x-$1('],
  [/:has\(/g, ':x-has('],
  [/(content:\s*"[^"]*")\s*\/(\s*")/g, '$1 x-slash$2'],
  [/(\d)(cq[whib]|dv[hw]|[sl]v[hw])\b/g, '$1x$2'],
  [/(@media[^{;]*?)(?:width|height)\s*(?=[<>])/g, '$1x-range'],
  [/@container\b/g, '@x-container'],
  [
    /\b(container-type|text-wrap|overscroll-behavior|scrollbar-width|animation-timeline|zoom)(?=\s*:)/g,
    'x-$1',
  ],
  [/\b(overflow:\s*)clip\b/g, '$1x-clip'],
];

export const withOlderStyles = (text: string) =>
  NEWER_STYLES.reduce((older, [newer, unknown]) => older.replace(newer, unknown), text);

/**
 * Makes this page behave like an old engine: newer syntax in pages and style sheets is made unknown on the way, and
 * scripts start without the newer APIs. The page's policy is disabled, because changed content has other hashes.
 */
export async function becomeOlder(page: Page): Promise<void> {
  await removeNewerCalls(page);
  await page.route(
    ({ pathname }) => !/\.(js|woff2|svg|png|jpg|webp|mp4)$|^\/(api|media)\//.test(pathname),
    async (route) => {
      if (!/document|stylesheet/.test(route.request().resourceType())) return route.continue();
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      return route.fulfill({ response, headers, body: withOlderStyles(await response.text()) });
    },
  );
}
