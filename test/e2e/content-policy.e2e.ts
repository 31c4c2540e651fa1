import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screens } from '#shared/contract/screens.ts';
import { GRACE, ownerWhoMet } from '#test/e2e/contact-people.ts';
import { DESKTOP, SIZES, startJourney } from '#test/e2e/journey.ts';

/**
 * Any violation of a page's Content-Security-Policy fails every journey (`journey.ts`); these cover the remaining
 * pages.
 */
const journey = startJourney();

async function adminWhoMetGrace() {
  const owner = await ownerWhoMet(journey, GRACE);
  await journey.change('update users set is_admin = true where username = $1', [owner.username]);
  const { body } = await owner.client('GET', '/api/cards');
  const { body: people } = await owner.client('GET', '/api/contacts');
  return { owner, cardId: String(body[0].id), contactId: String(people[0].id) };
}

const isHeldStill = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).overflow === 'hidden');

describe('The policy of the app', () => {
  it('allows our own files, but neither inline styles nor anything from elsewhere', async () => {
    for (const screen of Object.values(screens)) {
      const { headers } = await fetch(journey.url + screen.replace('{id}', 'abc'));
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(policy).toContain("worker-src 'self'");
      expect(policy).toContain("default-src 'none'");
    }
  });

  it.each(SIZES)('is kept by every screen of $width px', { tags: ['thorough'] }, async (viewport) => {
    const { owner, cardId, contactId } = await adminWhoMetGrace();
    const page = await journey.open('/', { as: owner, viewport });
    const heading = page.getByRole('heading', { level: 1 });
    // The screens of a team and of an invite, which are not there.
    journey.expectError(/404 \(Not Found\).*\/api\/teams\//);
    const paths = [
      ...Object.values(screens).map((screen) =>
        screen.replace('{id}', screen === screens.contact ? contactId : cardId),
      ),
      ...['overview', 'cards', 'contacts', 'analytics', 'settings'].map((tab) => `/dashboard?tab=${tab}`),
      `/card/${cardId}`,
      `/card/${cardId}/exchange`,
      `/portfolio/${owner.username}`,
      '/logo-preview',
    ];
    for (const path of paths) {
      await page.goto(path);
      await heading.first().waitFor({ state: 'attached' });
    }
  });

  it('is respected by the editor, whose preview still has the colors of the card', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/create', { as: await journey.register(), viewport: DESKTOP });
    for (const tab of ['Design', 'Social', 'Media']) await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('radio', { name: 'ocean' }).check({ force: true });
    const sky = page.locator('.sky').first();
    expect(await sky.evaluate((element) => getComputedStyle(element).position)).toBe('absolute');
    await page.getByText('Preview', { exact: true }).click();
    const sheet = page.locator('.gl-card .sheet').first();
    expect(await sheet.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    );
  });

  it('is respected by dialogs and menus, which still keep the page behind from scrolling', {
    tags: ['thorough'],
  }, async () => {
    const { owner } = await adminWhoMetGrace();
    const page = await journey.open('/cards', { as: owner, viewport: DESKTOP });
    const dialog = page.getByRole('dialog');
    for (const item of ['Animated QR', 'Add to Wallet']) {
      await page.getByRole('button', { name: 'More for Work' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await dialog.waitFor();
      await expect.poll(() => isHeldStill(page)).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => isHeldStill(page)).toBe(false);
    }
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'AI Follow-up' }).click();
    await dialog.getByRole('button', { name: /Copy/ }).first().waitFor();
  });
});
