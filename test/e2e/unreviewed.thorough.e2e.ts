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

const panel = (page: Page) => page.getByRole('region', { name: 'Unreviewed' });
const waiting = (page: Page) => panel(page).getByRole('listitem');
const toggle = (page: Page, count: number) =>
  panel(page).getByRole('button', { name: `${count} unreviewed` });
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
const undo = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();

describe('A submission waiting for review', () => {
  it('is collapsed, opens by keyboard, and reads well', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithWaiting('Spam One', 'Spam Two') });
    await findTile(page, 'Zoë Ångström').waitFor();
    expect(await page.getByText('Spam One').count()).toBe(0);
    await toggle(page, 2).press('Enter');
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
    await toggle(page, 2).press('Enter');
    await waiting(page).first().waitFor({ state: 'detached' });
  });

  it('moves the contacts down when it opens, and all of them are there', async () => {
    const many = Array.from({ length: 24 }, (_, at) => `Spam${'abcdefghijklmnopqrstuvwxyz'[at]} Bot`);
    const owner = await ownerWithWaiting(...many);
    for (let at = 0; at < 20; at += 1) {
      const details = { fullName: `Person ${at}`, email: `person-${at}@example.com`, cardId: owner.cardId };
      expect((await createClient(journey.url)('POST', '/api/contacts/exchange', details)).status).toBe(200);
    }
    const page = await journey.open('/contacts', { as: owner });
    await findTile(page, 'Person 19').waitFor();
    await toggle(page, many.length).press('Enter');
    await waiting(page)
      .nth(many.length - 1)
      .waitFor();
    await page.getByRole('list', { name: 'Contacts' }).evaluate((list) => list.scrollIntoView());
    await findTile(page, 'Person 19').waitFor();
  });

  it('is not shown if there is none', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithWaiting() });
    await findTile(page, 'Zoë Ångström').waitFor();
    expect(await panel(page).count()).toBe(0);
  });

  it('joins the contacts when it is kept, and waits again after Undo', async () => {
    const page = await journey.open('/contacts', {
      as: await ownerWithWaiting('Grace Hopper', 'Spam Two'),
      viewport: DESKTOP,
    });
    await toggle(page, 2).click();
    await page.getByRole('checkbox', { name: 'Grace Hopper' }).check();
    await panel(page).getByText('1 of 2 selected').waitFor();
    await press(page, 'Keep');
    await findToast(page, 'Kept').waitFor();
    await findTile(page, 'Grace Hopper').waitFor();
    await toggle(page, 1).waitFor();
    await undo(page);
    await toggle(page, 2).waitFor();
    await findTile(page, 'Grace Hopper').waitFor({ state: 'detached' });
  });

  it('is deleted together with all others, except for those left out', async () => {
    const names = ['Grace Hopper', 'Spam Two', 'Junk Three'];
    const page = await journey.open('/contacts', { as: await ownerWithWaiting(...names) });
    await toggle(page, 3).click();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await panel(page).getByText('3 of 3 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Grace Hopper' }).uncheck();
    await press(page, 'Delete');
    await findToast(page, 'Deleted').waitFor();
    await toggle(page, 1).waitFor();
    await panel(page).getByText('Grace Hopper').waitFor();
    await undo(page);
    await toggle(page, 3).waitFor();
  });

  it('is reported as spam, which blocks its sender until that is undone', async () => {
    const owner = await ownerWithWaiting('Spam One');
    const page = await journey.open('/contacts', { as: owner });
    await toggle(page, 1).click();
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
    await toggle(page, 2).click();
    await openMenu(page, 'Spam One', 'Block IP Address');
    await findToast(page, 'IP address blocked').waitFor();
    await panel(page).getByText('All reviewed.').waitFor();
    await undo(page);
    await toggle(page, 2).waitFor();
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
