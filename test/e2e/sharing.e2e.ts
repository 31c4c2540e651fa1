import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeCard, unusedName } from '#test/built-product.ts';
import { readCode } from '#test/code-readers.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney();

describe('Sharing a card', () => {
  it('by its link, its code and a piece of HTML, on one screen', async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada);
    const link = `${journey.url}/card/${id}`;
    const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'All sharing options' }).click();
    await page.getByRole('heading', { name: 'Share “Work”' }).waitFor();
    await page.getByRole('link', { name: 'Link', exact: true }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await findToast(page, 'Link copied!').waitFor();
    expect(await clipboard()).toBe(link);
    const mail = await page.getByRole('link', { name: 'Email', exact: true }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toContain(`${link}?via=mail`);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'QR code', exact: true }).click();
    await page.getByLabel('Dark').check();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    await findToast(page, 'QR Code Downloaded!').waitFor();
    const file = await buffer(await (await saved).createReadStream());
    expect(await readCode(file)).toEqual({ jsqr: link, zxing: link });

    await page.getByLabel('Custom colors').check();
    await page.getByLabel('From', { exact: true }).fill('#FFE066');
    await page.getByText('These colors won’t scan reliably.').waitFor();
    expect(await page.getByRole('button', { name: /^SVG/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Use these' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^SVG/ }).isEnabled()).toBe(true);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Embed' }).click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    await findToast(page, 'Code copied!').waitFor();
    expect(await clipboard()).toContain(`href="${link}?via=embed"`);
    await expectAccessible(page);
    // The card may have another picture meanwhile, which the code is drawn with.
    const asked = page.waitForRequest(/\/code-colors/);
    await page.getByRole('link', { name: 'QR code', exact: true }).click();
    await asked;
  });

  it('shows the ways as tiles on a phone, and each as a screen of its own', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open(`/share-card/${card.id}`, { as: ada, viewport: PHONE });
    const ways = page.getByRole('navigation', { name: 'Ways to share' });
    await ways.waitFor();
    for (const group of ['Show', 'Send', 'Place']) {
      expect(await ways.getByRole('region', { name: group }).getByRole('link').count()).toBe(3);
    }
    expect(await page.getByRole('button', { name: 'Download PNG' }).count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await ways.getByRole('link', { name: 'Short link' }).click();
    await page.getByRole('region', { name: 'Short link' }).waitFor();
    expect(await ways.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Share “Work”');
    await page.goBack();
    await ways.waitFor();
    await ways.getByRole('link', { name: 'NFC' }).click();
    await page.getByRole('link', { name: 'All sharing options' }).click();
    await ways.waitFor();
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Download PNG' }).waitFor();
  });

  it('keeps the focus in the part where a short link is set, taken away and used again', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada);
    const page = await journey.open(`/share-card/${id}?part=address`, { as: ada, viewport: DESKTOP });
    const name = unusedName('short');
    const expectFocus = () =>
      expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Short link');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByText(`${name} is free.`).waitFor();
    await page.getByRole('button', { name: 'Use this name' }).press('Enter');
    const remove = page.getByRole('button', { name: 'Remove name' });
    await remove.waitFor();
    await expectFocus();
    await remove.press('Enter');
    const again = page.getByRole('button', { name: /^Use again/ });
    await again.waitFor();
    await expectFocus();
    await again.press('Enter');
    await remove.waitFor();
    await expectFocus();
  });

  it('says that a paused card is seen by nobody, and leads to the switch', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada, { isActive: false });
    const page = await journey.open(`/share-card/${id}?part=qr`, {
      as: ada,
      viewport: { width: 320, height: 700 },
    });
    const notice = page.getByRole('region', { name: 'This card is paused' });
    await notice.waitFor();
    await page.getByRole('radio', { name: 'Offline contact' }).check();
    // Never smaller than 300 px, also on the smallest phone.
    await expect
      .poll(async () => (await page.getByRole('img', { name: 'QR code of Work' }).boundingBox())?.width)
      .toBeGreaterThanOrEqual(300);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'Turn it back on' }).click();
    await page.getByRole('switch', { name: 'Card is live' }).waitFor();
  });

  it('of somebody else is not possible', { tags: ['thorough'] }, async () => {
    const [ada, bob] = [await journey.register(), await journey.register('Bob Smith')];
    const { id } = await makeCard(ada);
    const page = await journey.open(`/share-card/${id}`, { as: bob });
    await page.getByRole('heading', { name: 'Card Not Found' }).waitFor();
  });
});
