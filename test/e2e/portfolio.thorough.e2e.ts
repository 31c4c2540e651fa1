import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  type Journey,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /404/ });

/** A person with a card in each design. */
async function ownerOf(journey: Journey) {
  const owner = await journey.register('Maya Osei');
  for (const [index, template] of ['modern', 'classic', 'minimal'].entries()) {
    const card = { name: template, fullName: 'Maya Osei', jobTitle: `Surgeon ${index}`, template };
    expect((await owner.client('POST', '/api/cards', card)).status).toBe(200);
  }
  return owner;
}

describe('the portfolio', () => {
  it('shows the cards of a person and leads to each, without scripts', async () => {
    const owner = await ownerOf(journey);
    const page = await journey.open(`/portfolio/${owner.username}`, { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Maya Osei');
    expect(await page.getByRole('link', { name: /^Save Contact/ }).count()).toBe(3);
    await page.getByRole('link', { name: 'View Card as Surgeon 1' }).click();
    await page.waitForURL('**/card/*');
    await page.getByText('Surgeon 1').waitFor();
  });

  it('is accessible and never scrolls sideways, on phone and desktop, light and dark', async () => {
    const owner = await ownerOf(journey);
    for (const viewport of [PHONE, DESKTOP, { width: 320, height: 640 }]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await journey.open(`/portfolio/${owner.username}`, { viewport, colorScheme });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    }
  });

  it('is not found by others once its owner hides the profile, and tells the owner so', async () => {
    const owner = await ownerOf(journey);
    await owner.client('PATCH', '/api/account', { isProfileVisible: false });
    const strangers = await journey.open(`/portfolio/${owner.username}`);
    await strangers.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const owners = await journey.open(`/portfolio/${owner.username}`, { as: owner });
    await owners.getByText('Only you can see this page.').waitFor();
    await expectAccessible(owners);
  });

  it('says so when there are no cards yet', async () => {
    const owner = await journey.register('Iris Novak');
    const page = await journey.open(`/portfolio/${owner.username}`);
    await page.getByText('No cards here yet.').waitFor();
    await expectAccessible(page);
  });
});
