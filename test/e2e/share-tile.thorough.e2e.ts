import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { makeCard, type Person } from '#test/built-product.ts';
import { DESKTOP, findToast, startJourney, waitForQuiet } from '#test/e2e/journey.ts';

const journey = startJourney();

async function open(ada: Person): Promise<Page> {
  const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
  await page.getByRole('heading', { name: 'My Cards' }).waitFor();
  return page;
}

/** Acts like a phone: a share sheet opens only during a press, and accepts the files that `files` allows. */
async function pretendToShare(page: Page, kind: 'files' | 'link' | 'refusal'): Promise<void> {
  await page.addInitScript((what) => {
    navigator.canShare = (data) => what === 'files' || !data?.files;
    navigator.share = async (data) => {
      if (!navigator.userActivation.isActive) throw new DOMException('No press', 'NotAllowedError');
      if (what === 'refusal') throw new Error('no');
      document.body.dataset.shared =
        data?.files?.map(({ name, size }) => `${name} ${size > 100}`).join() ?? 'link';
    };
  }, kind);
  await page.reload();
  await page.getByRole('article', { name: 'Work' }).waitFor();
}

const sharedWhat = (page: Page) => page.evaluate(() => document.body.dataset.shared);

/** The shared script that draws a code as a picture. */
function drawingScript(): string {
  const folder = path.join(packageRoot, 'dist/app/assets');
  const isIt = (name: string) =>
    /^s-.*\.js$/.test(name) && fs.readFileSync(path.join(folder, name), 'utf8').includes('toBlob');
  return fs.readdirSync(folder).find(isIt) ?? 'none';
}

describe('Sharing a tile', () => {
  it.each([
    ['files', 'QR Code Shared!', 'QR code has been shared successfully.', 'Ada Lovelace_QR_Code.png true'],
    ['link', 'Profile Shared!', 'Profile link has been shared successfully.', 'link'],
    ['refusal', 'Sharing failed', 'Unable to share. Please try again.', undefined],
  ] as const)('with a device that shares by %s says %s', async (kind, title, description, shared) => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await open(ada);
    await pretendToShare(page, kind);
    await waitForQuiet(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await findToast(page, title).waitFor();
    await findToast(page, description).waitFor();
    expect(await sharedWhat(page)).toBe(shared);
  });

  it('shares only the link while the code is not ready, and the code from the menu once it is', async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await open(ada);
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(`**/assets/${drawingScript()}`, async (route) => {
      await sent;
      await route.continue();
    });
    await pretendToShare(page, 'files');
    await page.getByRole('button', { name: 'Share' }).click();
    await findToast(page, 'Profile Shared!').waitFor();
    expect(await sharedWhat(page)).toBe('link');
    send();
    await waitForQuiet(page);
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await findToast(page, 'QR Code Shared!').waitFor();
  });

  it('copies the link where there is nothing to share with', async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada);
    const page = await open(ada);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => {
      for (const name of ['share', 'canShare']) {
        Object.defineProperty(navigator, name, { value: undefined, configurable: true });
      }
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await findToast(page, 'Link Copied!').waitFor();
    await findToast(page, 'Profile link copied to clipboard for sharing.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${journey.url}/card/${id}`);
  });
});
