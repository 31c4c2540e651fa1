import { describe, expect, it } from 'vitest';
import { cardsOf, createPicture, giveFile, makeCard } from '#test/e2e/card-editor.ts';
import { DESKTOP, startJourney } from '#test/e2e/journey.ts';
import { removeNewerCalls } from '#test/e2e/older-engines.ts';

const journey = startJourney();

describe('In a browser without the newer APIs', () => {
  it('an owner uploads and pastes photos, and what is pasted as text stays text', async () => {
    const person = await journey.register();
    const page = await journey.open('/dashboard', { as: person, viewport: DESKTOP });
    await removeNewerCalls(page);
    await page.goto('/create');
    await page.getByLabel('Card name').fill('Work');
    await page.getByLabel('Add a photo').setInputFiles(await createPicture('me.jpg', 'maroon'));
    const shown = page.getByRole('complementary').locator('img[src^="/media/"]');
    await shown.waitFor();
    const first = await shown.getAttribute('src');
    await giveFile(page, 'paste', await createPicture('pasted.jpg', 'teal'));
    await expect.poll(() => shown.getAttribute('src')).not.toBe(first);
    const second = await shown.getAttribute('src');
    await page
      .getByLabel('Full name')
      .evaluate((field) => field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })));
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ profileImage: second }]);
  });

  it('analytics show where views came from', async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const visitor = await journey.open('/', { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/115.0' });
    const status = await visitor.evaluate(async (id) => {
      const body = JSON.stringify({ referrer: 'https://www.linkedin.com/feed/' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`/api/cards/${id}/views`, { method: 'POST', headers, body })).status;
    }, id);
    expect(status).toBe(200);
    const page = await journey.open('/dashboard', { as: person, viewport: DESKTOP });
    await removeNewerCalls(page);
    await page.goto('/analytics');
    await page.getByRole('row', { name: 'www.linkedin.com 1 100%' }).waitFor();
  });
});
