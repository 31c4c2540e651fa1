import type { Page } from 'playwright-core';

/**
 * Resolves, once a button of this label or text comes, to whether a press in that moment would be its press. Call it
 * before the button can be there.
 */
export async function takesPressAtOnce(page: Page, name: string): Promise<boolean> {
  const seen = await page.waitForFunction((wanted) => {
    const button = [...document.querySelectorAll('button')].find(
      ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === wanted,
    );
    if (!button) return null;
    const { x, y, width, height } = button.getBoundingClientRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return { isOutOfSight: !met, isMet: button.contains(met) };
  }, name);
  const { isOutOfSight, isMet } = (await seen.jsonValue()) ?? { isOutOfSight: true, isMet: false };
  if (isOutOfSight) throw new Error(`“${name}” came out of sight.`);
  return isMet;
}
