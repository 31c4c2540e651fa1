import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { findTile, openMenu } from '#test/e2e/contact-people.ts';
import { DESKTOP, expectAccessible, findToast, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource/ });
const FORGED = { subject: 'Cheap watches' };

/** An owner with one contact, and with submissions waiting for review. */
async function ownerWithWaiting(...names: string[]): Promise<Person & { cardId: string }> {
  const owner = await journey.register();
  const { id: cardId } = await makeCard(owner);
  for (const fullName of ['Zoë Ångström', ...names]) {
    const traces = fullName === 'Zoë Ångström' ? {} : FORGED;
    const email = `${fullName
      .split(' ')[0]
      ?.toLowerCase()
      .replace(/[^a-z]/g, 'o')}@example.com`;
    const details = { fullName, email, company: 'Acme', cardId, ...traces };
    const answer = await createClient(journey.url)('POST', '/api/contacts/exchange', details);
    expect(answer.status).toBe(200);
  }
  return { ...owner, cardId };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Unreviewed' });
const waiting = (page: Page) => panel(page).getByRole('listitem');
const notice = (page: Page, count: number) => page.getByRole('region', { name: `${count} unreviewed` });
const open = (page: Page, count: number) =>
  notice(page, count).getByRole('button', { name: 'Review' }).press('Enter');
/** Behind the dialog, screen readers find nothing. */
const closeTo = async (page: Page, count: number) => {
  await page.keyboard.press('Escape');
  await notice(page, count).waitFor();
};
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
const undo = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();

describe('A submission waiting for review', () => {
  it('is one line under the header, opens by keyboard, and reads well', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithWaiting('Spam One', 'Spam Two') });
    await findTile(page, 'Zoë Ångström').waitFor();
    expect(await page.getByText('Spam One').count()).toBe(0);
    await open(page, 2);
    await waiting(page).nth(1).waitFor();
    await panel(page)
      .getByText(/^Filled in a hidden field, today$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
    await closeTo(page, 2);
  });

  it('is not shown if there is none', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithWaiting() });
    await findTile(page, 'Zoë Ångström').waitFor();
    expect(await page.getByText(/unreviewed/).count()).toBe(0);
  });

  it('joins the contacts when it is kept, and waits again after Undo', async () => {
    const page = await journey.open('/contacts', {
      as: await ownerWithWaiting('Grace Hopper', 'Spam Two'),
      viewport: DESKTOP,
    });
    await open(page, 2);
    await page.getByRole('checkbox', { name: 'Grace Hopper' }).check();
    await panel(page).getByText('1 of 2 selected').waitFor();
    await press(page, 'Keep');
    await findToast(page, 'Kept').waitFor();
    await closeTo(page, 1);
    await findTile(page, 'Grace Hopper').waitFor();
    await undo(page);
    await notice(page, 2).waitFor();
    await findTile(page, 'Grace Hopper').waitFor({ state: 'detached' });
  });

  it('is deleted together with all others, except for those left out', async () => {
    const names = ['Grace Hopper', 'Spam Two', 'Junk Three'];
    const page = await journey.open('/contacts', { as: await ownerWithWaiting(...names) });
    await open(page, 3);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await panel(page).getByText('3 of 3 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Grace Hopper' }).uncheck();
    await press(page, 'Delete');
    await findToast(page, 'Deleted').waitFor();
    await expect.poll(() => waiting(page).count()).toBe(1);
    await panel(page).getByText('Grace Hopper').waitFor();
    await undo(page);
    await closeTo(page, 3);
  });

  it('is reported as spam, which blocks its sender until that is undone', async () => {
    const owner = await ownerWithWaiting('Spam One');
    const page = await journey.open('/contacts', { as: owner });
    await open(page, 1);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await press(page, 'Report as Spam');
    await findToast(page, 'Reported as spam').waitFor();
    await panel(page).getByText('All reviewed.').waitFor();
    await press(page, 'Blocked senders');
    const dialog = page.getByRole('dialog', { name: 'Blocked senders' });
    await dialog.getByText('spam@example.com').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Unblock spam@example.com' }).click();
    await dialog.getByText('You haven’t blocked anyone.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const again = { fullName: 'Spam One', email: 'spam@example.com', cardId: owner.cardId };
    expect((await createClient(journey.url)('POST', '/api/contacts/exchange', again)).status).toBe(200);
  });

  it('is deleted with everything else from its address when that is blocked', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithWaiting('Spam One', 'Junk Two') });
    await open(page, 2);
    await openMenu(page, 'Spam One', 'Block IP Address');
    await findToast(page, 'IP address blocked').waitFor();
    await panel(page).getByText('All reviewed.').waitFor();
    await undo(page);
    await closeTo(page, 2);
  });
});

describe('A contact', () => {
  it('can be blocked from its menu, with Undo', async () => {
    const owner = await ownerWithWaiting();
    const page = await journey.open('/contacts', { as: owner, viewport: DESKTOP });
    await openMenu(page, 'Zoë Ångström', 'Block Sender');
    await findToast(page, 'Sender blocked').waitFor();
    expect((await owner.client('GET', '/api/contacts/blocks')).body).toHaveLength(1);
    await undo(page);
    await expect.poll(async () => (await owner.client('GET', '/api/contacts/blocks')).body).toEqual([]);
  });
});

describe('The forms of a card', () => {
  it('hide the honeypot from people and report how long they were shown', async () => {
    const owner = await ownerWithWaiting();
    const page = await journey.open(`/card/${owner.cardId}`);
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    const dialog = page.getByRole('dialog');
    const trap = dialog.locator('[name=subject]');
    expect(await trap.evaluate((field) => field.parentElement?.getBoundingClientRect().width)).toBe(1);
    await dialog.getByLabel('Full Name').fill('Bo Guest');
    await page.keyboard.press('Shift+Tab');
    expect(await trap.evaluate((field) => field === document.activeElement)).toBe(false);
    await dialog.getByLabel('Email Address').fill('bo@example.com');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/contacts/exchange'),
      dialog.getByRole('button', { name: 'Share Contact' }).click(),
    ]);
    const sent = request.postDataJSON();
    expect(sent).toMatchObject({ fullName: 'Bo Guest', subject: '', elapsed: expect.any(Number) });
    const { navigated } = await page.evaluate(() => ({ navigated: performance.now() }));
    expect(sent.elapsed).toBeLessThan(navigated);
    await dialog.getByText('Contact Shared Successfully!').first().waitFor();
  });
});
