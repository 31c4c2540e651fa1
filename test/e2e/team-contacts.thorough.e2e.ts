import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { chooseMore, findStatus, findTile, openMenu, openTile } from '#test/e2e/contact-people.ts';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

describe('Contacts of a team', () => {
  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])(
    'are beside one’s own on a %s, and a member’s deletion leaves them to the team',
    async (name, viewport) => {
      const team = await makeTeam(journey, `acme${name}1`);
      await team.holder.client('POST', '/api/contacts', { fullName: 'Ada Lovelace' });
      const page = await journey.open('/contacts', { as: team.holder, viewport });
      await findTile(page, 'Ada Lovelace').waitFor();
      const chips = page.getByRole('navigation', { name: 'Your own and your teams’' });
      await chips.getByRole('link', { name: 'Acme Ltd' }).click();
      await page.getByRole('heading', { level: 1, name: 'Acme Ltd' }).waitFor();
      await findTile(page, 'Grace Hopper').waitFor();
      await findStatus(page, '1 contact').waitFor();
      await chips.getByRole('link', { name: 'All' }).click();
      await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
      await findTile(page, 'Grace Hopper').getByText('Acme Ltd').waitFor();
      await findTile(page, 'Ada Lovelace').waitFor();
      await findStatus(page, '2 contacts').waitFor();
      await expectAccessibleInBothThemes(page);
      if (viewport === PHONE) await page.getByRole('button', { name: 'Details of Grace Hopper' }).click();
      await page.getByRole('button', { name: 'Favorite: Grace Hopper' }).click();
      await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="true"]').waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Your contacts' }).waitFor();
      // A member can do none of it in the team's list.
      expect(await page.getByRole('menuitem', { name: 'Acme Ltd' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await openMenu(page, 'Grace Hopper', 'Delete Contact');
      await page.getByText('They leave your list. Acme Ltd keeps them').waitFor();
      await page.keyboard.press('Escape');
      await chips.getByRole('link', { name: 'Acme Ltd' }).click();
      await page.waitForURL(`**/contacts?account=${team.id}`);
      if (viewport === PHONE) await page.getByRole('button', { name: 'Details of Grace Hopper' }).click();
      await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="true"]').waitFor();
      expect(await chips.getByRole('link', { name: 'Acme Ltd' }).getAttribute('aria-current')).toBe('page');
      await expectAccessibleInBothThemes(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(viewport);
      await page.locator(`a[href^="/contacts/${team.contactId}"]:visible`).first().click();
      await page.waitForURL(`**/contacts/${team.contactId}?account=${team.id}`);
      await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
      await page.getByRole('button', { name: 'AI Follow-up' }).click();
      await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('textbox', { name: 'Add a note' }).fill('Likes compilers');
      await page.getByText('Everyone in Acme Ltd who has this contact sees your notes.').waitFor();
      await page.getByRole('textbox', { name: 'Add a note' }).fill('');
      await page.getByRole('button', { name: 'More about Grace Hopper' }).click();
      await page.getByRole('menuitem', { name: 'Delete Contact' }).click();
      await page.getByRole('button', { name: 'Delete Contact', exact: true }).click();
      await page.waitForURL(`**/contacts?account=${team.id}`);
      await page.getByText('People who connect through cards of Acme Ltd appear here.').waitFor();
      const owners = await journey.open(`/contacts?account=${team.id}`, { as: team.owner, viewport });
      await findTile(owners, 'Grace Hopper').waitFor();
      await owners.getByRole('button', { name: 'More', exact: true }).click();
      await owners.getByRole('menuitem', { name: 'Deleted by members…' }).click();
      await owners.getByText('1 person, last on').waitFor();
      await expectAccessibleInBothThemes(owners);
      await owners.getByRole('button', { name: 'Give back to Mary Member' }).click();
      await owners.getByText('No one was deleted by a member.').waitFor();
      await page.reload();
      await findTile(page, 'Grace Hopper').waitFor();
      await chips.getByRole('link', { name: 'Yours' }).click();
      await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
      await page.waitForURL('**/contacts');
    },
  );

  it('have one line of title and buttons on a phone, however long the team’s name is', async () => {
    const { id, holder } = await makeTeam(journey, 'acmelong1');
    await journey.change('update teams set name = $2 where id = $1', [
      id,
      'Acme Bearings and Couplings Holding Ltd.',
    ]);
    const viewport = { width: 320, height: 640 };
    const page = await journey.open(`/contacts?account=${id}`, { as: holder, viewport });
    const title = page.getByRole('heading', { level: 1, name: 'Acme Bearings' });
    await title.waitFor();
    await findStatus(page, '1 contact').waitFor();
    const middleOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return box && Math.round(box.y + box.height / 2);
    };
    expect(await middleOf(title)).toBe(await middleOf(page.getByRole('button', { name: 'Search' })));
    await expectNoSidewaysScroll(page);
  });

  it('are ticked only in a list where a selection can be acted on', async () => {
    const { id, owner, holder } = await makeTeam(journey, 'acmetick1');
    await owner.client('POST', '/api/contacts', { fullName: 'Ada Lovelace' });
    const ticksIn = async (page: Page, address: string, name: string) => {
      await page.goto(address);
      const row = findTile(page, name);
      await row.getByRole('link').first().waitFor();
      await row.hover();
      return row.getByRole('checkbox').count();
    };
    const page = await journey.open('/contacts', { as: owner, viewport: DESKTOP });
    expect(await ticksIn(page, '/contacts', 'Ada Lovelace')).toBe(1);
    expect(await ticksIn(page, `/contacts?account=${id}`, 'Grace Hopper')).toBe(1);
    for (const name of ['Grace Hopper', 'Ada Lovelace'])
      expect(await ticksIn(page, '/contacts?account=all', name), name).toBe(0);
    const members = await journey.open('/contacts', { as: holder, viewport: DESKTOP });
    expect(await ticksIn(members, `/contacts?account=${id}`, 'Grace Hopper')).toBe(0);
  });

  it('of a suspended team are read, and offer nothing that is refused', async () => {
    const { id, owner, holder, contactId } = await makeTeam(journey, 'acmestop1');
    await owner.client('POST', `/api/contacts/${contactId}/notes?account=${id}`, { text: 'Likes compilers' });
    await journey.change('update users set suspended_at = now() where id = $1', [id]);
    const page = await journey.open(`/contacts?account=${id}`, { as: owner, viewport: DESKTOP });
    for (const address of [`/contacts?account=${id}`, '/contacts?account=all']) {
      await page.goto(address);
      const row = findTile(page, 'Grace Hopper');
      await row.getByRole('button').or(row.getByRole('link')).first().waitFor();
      await row.hover();
      const acts = await row
        .getByRole('button')
        .evaluateAll((all) => all.map((button) => button.getAttribute('title')));
      expect(acts.filter(Boolean), address).toEqual(['Save to Phone']);
      expect(await row.getByRole('checkbox').count(), address).toBe(0);
    }
    await page.goto(`/contacts?account=${id}`);
    await findTile(page, 'Grace Hopper').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const offered = await page.getByRole('menuitem').allTextContents();
    expect(offered.filter((words) => !words.startsWith('Export'))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE);
    await openTile(page, 'Grace Hopper');
    await page.getByRole('link', { name: 'Open Grace Hopper' }).waitFor();
    expect(await page.getByRole('button', { name: 'AI Follow-up' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open Grace Hopper' }).click();
    await page.getByText('This team is suspended. No one can change anything in it.').waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Likes compilers').waitFor();
    await page.getByRole('link', { name: 'Email Grace Hopper' }).waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('button').allTextContents()).toEqual(['Save']);
    expect(await main.getByRole('textbox').count()).toBe(0);
    await expectAccessibleInBothThemes(page);
    const held = await journey.open(`/contacts/${contactId}?account=${id}`, { as: holder, viewport: PHONE });
    await held.getByText('This team is suspended. No one can change anything in it.').waitFor();
    expect(await held.getByRole('main').getByRole('button').allTextContents()).toEqual(['Save', 'Remind']);
  });

  it('that wait to be reviewed, and whom it blocked, are shown to those who run it alone', async () => {
    const { id, cardId, owner, holder, contactId } = await makeTeam(journey, 'acmewait1');
    const { id: ownCard } = await makeCard(owner);
    const spam = { email: 'spam@example.com', subject: 'Cheap watches' };
    const send = (fullName: string, card: string) =>
      createClient(journey.url)('POST', '/api/contacts/exchange', { ...spam, fullName, cardId: card });
    await send('Spam For Acme', cardId);
    await send('Spam For Olive', ownCard);
    await owner.client('POST', `/api/contacts/blocks?account=${id}`, { email: 'blocked@example.com' });
    const page = await journey.open('/contacts', { as: owner, viewport: DESKTOP });
    const notice = (name: string) => page.getByRole('region', { name, exact: true });
    await notice('1 unreviewed').getByRole('button', { name: '1 of 2' }).click();
    await page.getByRole('link', { name: 'Review' }).click();
    await page.waitForURL(`**/contacts?account=${id}`);
    await findTile(page, 'Grace Hopper').waitFor();
    expect(await notice('1 unreviewed').count()).toBe(0);
    await notice('1 unreviewed in Acme Ltd').getByRole('button', { name: 'Review' }).click();
    const waiting = page.getByRole('dialog', { name: 'Unreviewed' });
    await waiting.getByText('Spam For Acme').waitFor();
    expect(await waiting.getByText('Spam For Olive').count()).toBe(0);
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Blocked senders…');
    const blocks = page.getByRole('dialog', { name: 'Blocked senders' });
    await blocks.getByRole('button', { name: 'Unblock blocked@example.com' }).click();
    await blocks.getByText('No one is blocked.').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await chooseMore(page, '1 unreviewed');
    await waiting.getByText('Spam For Acme').waitFor();
    await waiting.getByRole('checkbox', { name: 'Select all' }).check();
    await waiting.getByRole('button', { name: 'Keep' }).click();
    await waiting.getByText('All reviewed.').waitFor();
    await page.keyboard.press('Escape');
    await findTile(page, 'Spam For Acme').waitFor();
    const members = await journey.open(`/contacts?account=${id}`, { as: holder, viewport: DESKTOP });
    await members.getByRole('button', { name: 'More about Grace Hopper' }).click();
    await members.getByRole('menuitem', { name: 'Remind Me' }).waitFor();
    expect(await members.getByRole('menuitem', { name: 'Block Sender' }).count()).toBe(0);
    // Only who holds a contact can set a reminder.
    await page.getByRole('button', { name: 'More about Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Delete Contact' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Remind Me' }).count()).toBe(0);
    await page.goto(`/contacts/${contactId}?account=${id}`);
    await page.getByRole('button', { name: 'AI Follow-up' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).waitFor();
    expect(await page.getByRole('button', { name: 'Set a reminder' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save to Phone' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remind Me' }).count()).toBe(0);
  });
});
