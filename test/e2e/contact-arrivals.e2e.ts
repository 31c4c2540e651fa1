import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { findStatus, findTile, GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

const arrive = (cardId: string) =>
  createClient(journey.url)('POST', '/api/contacts/exchange', { ...GRACE, cardId });

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
    await page.evaluate(() => window.scrollTo(0, 0));
    await findTile(page, GRACE.fullName).waitFor();
  });
});
