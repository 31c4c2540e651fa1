import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { DESKTOP, endTrial, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** The empty screens, and the heading each shows. */
const EMPTY = [
  ['/contacts', 'No contacts yet'],
  ['/dashboard?tab=contacts', 'No contacts yet'],
  ['/analytics', 'No Analytics Data Yet'],
] as const;

describe('An empty screen leads to the one next step:', () => {
  it.each(EMPTY)('from %s to the first card, to sharing one, or to a subscription', async (path, heading) => {
    const ada = await journey.register();
    const page = await journey.open(path, { as: ada, viewport: DESKTOP });
    await page.getByRole('heading', { name: heading }).waitFor();
    const step = (name: string) => page.getByRole('link', { name, exact: true });
    expect(await step('Create your first card').getAttribute('href')).toBe('/create');

    await makeCard(ada);
    await page.reload();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await step('Share a card').getAttribute('href')).toBe('/cards');
    expect(await step('Create your first card').count()).toBe(0);

    const bob = await journey.register();
    await endTrial(journey, bob);
    const expired = await journey.open(path, { as: bob, viewport: DESKTOP });
    const subscribe = expired.locator('main').getByRole('link', { name: 'Subscribe $5/month' }).last();
    await expired.getByRole('heading', { name: heading }).waitFor();
    expect(await subscribe.getAttribute('href')).toBe('/subscribe');
    expect(await expired.getByRole('link', { name: 'Create your first card' }).count()).toBe(0);
  });

  it('with contact exchange off to its switch', async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada, { leadCaptureEnabled: true });
    await ada.client('PATCH', '/api/account', { isExchangeEnabled: false, isProfileVisible: false });
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    for (const path of ['/contacts', '/dashboard?tab=contacts', '/dashboard', `/edit-card/${id}?tab=media`]) {
      await page.goto(path);
      await page.getByText('Contact exchange is off, so visitors can’t send you their details.').waitFor();
      expect(await page.getByRole('link', { name: 'Share a card' }).count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Turn it on in Settings' }).click();
    await page.getByRole('switch', { name: 'Contact exchange' }).waitFor();
  });

  it('after a trial without a card mentions no cards that stay online, and leads to a subscription', async () => {
    const ada = await journey.register();
    await endTrial(journey, ada);
    const page = await journey.open('/dashboard', { as: ada, viewport: DESKTOP });
    await page.getByText('Your trial has ended. $5/month is needed to create cards.').waitFor();
    await page.getByRole('link', { name: 'Create New Card' }).click();
    await page.getByRole('heading', { name: 'Subscription Required', level: 1 }).waitFor();

    const bob = await journey.register();
    await makeCard(bob);
    await endTrial(journey, bob);
    const other = await journey.open('/dashboard', { as: bob, viewport: DESKTOP });
    await other.getByText(/Your price: \$5 a month.*Your cards stay online\./).waitFor();
  });
});
