import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { findStatus, findTile, GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, holdScript, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

const arrive = (cardId: string, person = GRACE) =>
  createClient(journey.url)('POST', '/api/contacts/exchange', { ...person, cardId });

/** Counts the requests to an address, and holds the first, or its answer, until it is released. */
function holdFirst(page: Page, what: 'request' | 'answer', address: string) {
  const requests = { count: 0, release: () => {} };
  const held = new Promise<void>((resolve) => {
    requests.release = resolve;
  });
  void page.route(address, async (route) => {
    requests.count += 1;
    if (requests.count > 1) return route.continue();
    const response = what === 'answer' ? await route.fetch() : undefined;
    await held;
    await (response ? route.fulfill({ response }) : route.continue());
  });
  return requests;
}

describe('New contacts', () => {
  it('arrive in every open tab, over one stream', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('/contacts', { as: ada, viewport: PHONE });
    const streams: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/api/contacts/stream')) streams.push(request.url());
    });
    await page.reload();
    await findStatus(page, '1 contact').waitFor();
    await expect.poll(() => streams.length).toBe(1);
    const other = await page.context().newPage();
    await other.goto(`${journey.url}/contacts`);
    await findStatus(other, '1 contact').waitFor();

    await arrive(card.id);
    for (const tab of [page, other]) {
      await findTile(tab, GRACE.fullName).waitFor();
      await findStatus(tab, '2 contacts').waitFor();
    }
    await page.getByText(`${GRACE.fullName} is new in your contacts.`).waitFor({ state: 'attached' });
    expect(streams).toHaveLength(1);

    await page.close();
    await expect.poll(() => streams.length).toBe(2);
  });

  it('are shown if they come before anyone listens, or while the list is on its way', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('/auth/login', { as: ada, viewport: PHONE });
    const early = holdFirst(page, 'request', '**/api/contacts/stream');
    await page.goto('/contacts');
    await findTile(page, ZOE.fullName).waitFor();
    await arrive(card.id);
    early.release();
    await findTile(page, GRACE.fullName).waitFor();
    await findStatus(page, '2 contacts').waitFor();

    // The list is asked for by itself then.
    journey.expectError(/ERR_FAILED/);
    await page.route('**/first-answers/*', (route) => route.abort());
    const late = holdFirst(page, 'answer', '**/api/contacts/people?*');
    const listening = page.waitForResponse('**/api/contacts/stream');
    await page.reload();
    await listening;
    await expect.poll(() => late.count).toBe(1);
    await arrive(card.id, { ...GRACE, fullName: 'Mary Shelley', email: 'mary@example.com' });
    await expect.poll(() => late.count).toBe(2);
    late.release();
    await findTile(page, 'Mary Shelley').waitFor();
    await findStatus(page, '3 contacts').waitFor();
  });

  it('wait while contacts are selected', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    await findStatus(page, '1 contact').waitFor();
    await page.getByRole('checkbox', { name: `Select ${ZOE.fullName}` }).press('Space');
    const tile = findTile(page, ZOE.fullName);
    await page.getByRole('button', { name: 'Stop selecting' }).waitFor();
    const before = await tile.boundingBox();
    await arrive(card.id);
    await findStatus(page, '2 contacts').waitFor();
    expect(await tile.boundingBox()).toEqual(before);
    // Nothing that is done to all reaches who is held back.
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText(/^All . selected$/).waitFor();
    expect(await page.getByText('All 1 selected').count()).toBe(1);
    await page.getByRole('button', { name: 'Stop selecting' }).click();
    await findTile(page, GRACE.fullName).waitFor();
  });

  it('are not among all of a selection that began before them, however late its bar loads', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('about:blank', { as: ada, viewport: DESKTOP });
    const release = await holdScript(page, 'SelectionBar');
    await page.goto('/contacts');
    await findStatus(page, '1 contact').waitFor();
    await page.getByRole('checkbox', { name: `Select ${ZOE.fullName}` }).press('Space');
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
    await arrive(card.id);
    await findStatus(page, '2 contacts').waitFor();
    release();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText(/^All . selected$/).waitFor();
    expect(await page.getByText('All 1 selected').count()).toBe(1);
  });

  it('wait while contacts are selected, also if they were being read when that began', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    const tile = findTile(page, ZOE.fullName);
    await tile.waitFor();
    const late = holdFirst(page, 'answer', '**/api/contacts/people?*');
    await arrive(card.id);
    await expect.poll(() => late.count).toBe(1);
    await page.getByRole('checkbox', { name: `Select ${ZOE.fullName}` }).press('Space');
    await page.getByRole('button', { name: 'Stop selecting' }).waitFor();
    const before = await tile.boundingBox();
    const read = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/contacts/people?'),
    );
    late.release();
    await read;
    await page.waitForTimeout(500);
    expect(await tile.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Stop selecting' }).click();
    await findTile(page, GRACE.fullName).waitFor();
  });

  it('push nothing away that somebody reads', async () => {
    const people = Array.from({ length: 30 }, (_, nth) => ({ ...ZOE, fullName: `Visitor ${nth}` }));
    const ada = await ownerWhoMet(journey, ...people);
    const card = await makeCard(ada);
    const page = await journey.open('/contacts', { as: ada, viewport: PHONE });
    await findStatus(page, '30 contacts').waitFor();
    await findTile(page, 'Visitor 29').waitFor();
    await page.evaluate(() => window.scrollTo(0, 800));
    const tile = findTile(page, 'Visitor 16');
    await tile.waitFor();
    const before = await tile.boundingBox();
    await arrive(card.id);
    await findStatus(page, '31 contacts').waitFor();
    expect(await tile.boundingBox()).toEqual(before);
    // Who is not in the list yet is not among all of it either.
    await page.setViewportSize(DESKTOP);
    await page.evaluate(() => window.scrollTo(0, 400));
    await page.getByRole('checkbox', { name: 'Select Visitor 16' }).press('Space');
    await page.getByRole('button', { name: 'Select all matches' }).click();
    const bar = page.getByRole('region', { name: 'Selected contacts' });
    await bar.getByText(/^All .+ selected$/).waitFor();
    expect(await bar.getByRole('status').textContent()).toBe('All matches selected');
    await bar.getByRole('button', { name: 'Stop selecting' }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await findTile(page, GRACE.fullName).waitFor();
    await page.getByRole('checkbox', { name: 'Select Visitor 16' }).press('Space');
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await bar.getByText('All 31 selected').waitFor();
  });

  it('have no number among “all” while their count could not be read', async () => {
    const ada = await ownerWhoMet(journey, ZOE);
    const card = await makeCard(ada);
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    await findTile(page, ZOE.fullName).waitFor();
    await arrive(card.id);
    await findTile(page, GRACE.fullName).waitFor();
    journey.expectError(/503 .*summary/);
    await page.route('**/api/contacts/summary*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await arrive(card.id, { ...GRACE, fullName: 'Ada Byron', email: 'ada@example.com' });
    await findTile(page, 'Ada Byron').waitFor();
    await page.getByRole('checkbox', { name: `Select ${ZOE.fullName}` }).press('Space');
    await page.getByRole('button', { name: 'Select all matches' }).click();
    const bar = page.getByRole('region', { name: 'Selected contacts' });
    await bar.getByText(/^All .+ selected$/).waitFor();
    expect(await bar.getByRole('status').textContent()).toBe('All matches selected');
  });
});
