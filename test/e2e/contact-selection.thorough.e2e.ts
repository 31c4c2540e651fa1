import { describe, expect, it } from 'vitest';
import {
  chooseMore,
  findContacts,
  findStatus,
  findTile,
  GRACE,
  ownerWhoMet,
  ZOE,
} from '#test/e2e/contact-people.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScript,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';
import { takesPressAtOnce } from '#test/e2e/presses.ts';

const journey = startJourney();
const BOTH = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;
const NARROW = [320, 340, 640].map((width) => [`screen of ${width} px`, { width, height: 640 }] as const);
const ADA = { fullName: 'Ada Lovelace', email: 'ada@engine.example' };

describe('Many contacts at once', () => {
  it('are tagged, found by the tag, kept as a filter, deleted, and brought back', async () => {
    const page = await journey.open('/contacts', {
      as: await ownerWhoMet(journey, ZOE, GRACE, ADA),
      viewport: DESKTOP,
    });
    await findStatus(page, '3 contacts').waitFor();
    const bar = page.getByRole('region', { name: 'Selected contacts' });

    await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check();
    await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).press('Space');
    await bar.getByText('2 selected').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Tag').fill('Pioneers');
    await page.getByRole('button', { name: 'Add Tag' }).click();
    await page.getByText('Tag added to 2 contacts').waitFor();
    await bar.waitFor({ state: 'detached' });

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Pioneers');
    await findStatus(page, '2 of 3 contacts').waitFor();
    await page.waitForURL((url) => url.searchParams.get('tag') === 'Pioneers');
    await chooseMore(page, 'Save this view…');
    await page.getByRole('dialog').getByLabel('Name').fill('My pioneers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved').waitFor();

    await chooseMore(page, 'Select');
    await bar.getByRole('button', { name: 'Select all matches' }).click();
    await bar.getByText('All matches selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).uncheck();
    await bar.getByText('All except 1').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Contacts' }).click();
    await page.getByText('1 contact deleted').waitFor();
    await findStatus(page, '1 of 2 contacts').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await findStatus(page, '2 of 3 contacts').waitFor();
    await findTile(page, 'Grace Hopper').waitFor();

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/contacts');
    await findStatus(page, '3 contacts').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('My pioneers');
    await findStatus(page, '2 of 3 contacts').waitFor();
    await chooseMore(page, 'Select');
    await bar.getByText('None selected').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Stop selecting' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await findContacts(page).getByRole('listitem').count()).toBe(2);

    // The rows come where "Done" was.
    const isMet = takesPressAtOnce(page, 'Undo: Added the tag “Pioneers” to 2 contacts');
    await chooseMore(page, 'Recent changes…');
    expect(await isMet).toBe(false);
    const changes = page.getByRole('dialog').getByRole('listitem');
    await changes.filter({ hasText: 'Deleted 1 contact' }).getByText('Undone').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo: Added the tag “Pioneers” to 2 contacts' }).click();
    await changes.filter({ hasText: 'Added the tag “Pioneers” to 2 contacts' }).getByText('Undone').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await findStatus(page, '0 of 3 contacts').waitFor();
  });

  it('are undone in a list that is read anew whenever it opens', async () => {
    journey.expectError(/ERR_FAILED/);
    const as = await ownerWhoMet(journey, GRACE);
    const page = await journey.open('/contacts', { as, viewport: DESKTOP });
    const dialog = page.getByRole('dialog', { name: 'Recent changes' });
    const done = dialog.getByRole('button', { name: 'Done' });
    await chooseMore(page, 'Recent changes…');
    await dialog.getByText('Nothing to undo.').waitFor();
    await done.click();
    await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).press('Space');
    await page.getByRole('button', { name: 'Favorite', exact: true }).click();
    await page.getByText('1 selected').waitFor({ state: 'detached' });

    const label = 'Undo: Marked 1 contact with a star';
    const isMet = takesPressAtOnce(page, label);
    const asked = page.waitForRequest('**/api/contacts/operations?*');
    let release = () => {};
    await page.route('**/api/contacts/operations?*', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await chooseMore(page, 'Recent changes…');
    await asked;
    await done.waitFor();
    expect(await dialog.getByText('Nothing to undo.').count()).toBe(0);
    release();
    expect(await isMet).toBe(false);
    await done.click();
    await page.unroute('**/api/contacts/operations?*');
    await page.route('**/api/contacts/operations?*', (route) => route.abort());
    await chooseMore(page, 'Recent changes…');
    const retry = dialog.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await dialog.getByLabel(label).count()).toBe(0);
    await page.unroute('**/api/contacts/operations?*');
    await retry.click();
    await dialog.getByLabel(label).waitFor();
  });

  it.each([...NARROW, ...BOTH])(
    'stay where they are while their bar is loaded, on a %s',
    async (name, viewport) => {
      const as = await ownerWhoMet(journey, ZOE, GRACE);
      const page = await journey.open('about:blank', { as, viewport });
      const release = await holdScript(page, 'SelectionBar');
      await page.goto('/contacts');
      const row = findTile(page, GRACE.fullName);
      await row.waitFor();
      const before = await row.boundingBox();
      if (name !== 'desktop') await chooseMore(page, 'Select');
      await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).press('Space');
      await page.getByRole('searchbox').waitFor({ state: 'detached' });
      const during = await row.boundingBox();
      if (name === 'desktop') expect(during).toEqual(before);
      release();
      await page.getByText('1 selected').waitFor();
      expect(await row.boundingBox()).toEqual(during);
    },
  );

  it('have search and their bar in turns, with nothing between, once the bar has loaded', async () => {
    const as = await ownerWhoMet(journey, GRACE);
    const page = await journey.open('/contacts', { as, viewport: DESKTOP });
    const tick = page.getByRole('checkbox', { name: 'Select Grace Hopper' });
    const stop = page.getByRole('button', { name: 'Stop selecting' });
    await tick.press('Space');
    await stop.click();
    await page.getByRole('searchbox').waitFor();
    const gaps = await page.evaluateHandle(() => {
      const seen: string[] = [];
      const shown = 'input[type=search],[aria-label="Selected contacts"]';
      const look = () => document.querySelector(shown) ?? seen.push('neither');
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    await tick.press('Space');
    await stop.waitFor();
    expect(await gaps.jsonValue()).toEqual([]);
  });
});
