import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  startJourney,
} from '#test/e2e/journey.ts';
import { addCard, figure, look, row, seenOwner } from '#test/e2e/seen-cards.ts';

// Each visitor has an address and a place, as a proxy in front would report.
const journey = startJourney({ env: { TRUST_PROXY: 'on' }, expectedErrors: /Failed to load resource/ });
const NARROW = { width: 320, height: 640 };

describe('The analytics screen', () => {
  it('says that tracking is off, and leads to its switch', async () => {
    const owner = await journey.register();
    const card = await addCard(owner, 'Work');
    await owner.client('PATCH', '/api/account', { isAnalyticsEnabled: false });
    const page = await journey.open('/analytics', { as: owner });
    const said = page.getByText('Analytics tracking is off, so new views aren’t counted.');
    await said.waitFor();
    expect(await page.getByText('Live Data', { exact: true }).isVisible()).toBe(false);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Turn it on in Settings' }).click();
    const tracking = page.getByRole('switch', { name: 'Analytics tracking' });
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
      tracking.click(),
    ]);
    await look(journey, card, 'phone', {});
    await owner.client('PATCH', '/api/account', { isAnalyticsEnabled: false });
    await page.goto(`${journey.url}/analytics`);
    await figure(page, 'Total Views').waitFor();
    await said.waitFor();
  });

  it('lists the latest six views, and the five hosts with the most', async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(journey), viewport: DESKTOP });
    const activity = page.getByRole('list', { name: 'Recent views' }).getByRole('listitem');
    await activity.first().waitFor();
    expect(await activity.count()).toBe(6);
    const said = await activity.allTextContents();
    expect(said).toContainEqual(expect.stringMatching(/^Unknown LocationDesktop · c\.example.*\d:\d\d/));
    expect(said).toContainEqual(expect.stringMatching(/^Unknown LocationTablet · Direct/));
    expect(said).toContainEqual(expect.stringMatching(/^Berlin, GermanyMobile · www\.linkedin\.com/));
    const sources = page
      .getByRole('table')
      .filter({ has: page.getByRole('columnheader', { name: 'Source' }) });
    const names = await sources.getByRole('rowheader').allTextContents();
    expect(names).toEqual(['Direct', 'www.linkedin.com', 'a.example', 'b.example', 'c.example']);
  });

  it('is about the days and the card one chooses, against those before, and keeps them in the address', async () => {
    const owner = await seenOwner(journey);
    await journey.change(
      `update card_hours h set hour = hour - interval '7 days' where (card_id, hour) in (
        select h.card_id, h.hour from card_hours h join business_cards c on c.id = h.card_id
        join users u on u.id = c.user_id where u.username = $1)`,
      [owner.username],
    );
    const page = await journey.open('/analytics', { as: owner, viewport: DESKTOP });
    await page.getByText('8 views in the last 30 days').waitFor();
    await page.getByRole('combobox', { name: 'Days' }).selectOption('Last 7 days');
    await page.getByText('0 views in the last 7 days').waitFor();
    await figure(page, 'Total Views').getByText('0 in the last 7 days, down 100%').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('combobox', { name: 'Card' }).selectOption('Quiet');
    await figure(page, 'Total Views').getByText('0', { exact: true }).waitFor();
    await page.reload();
    await figure(page, 'Total Views').getByText('Quiet').waitFor();
    await page.getByRole('combobox', { name: 'Days' }).selectOption('All time');
    await page.getByRole('combobox', { name: 'Card' }).selectOption('All cards');
    await page.getByRole('heading', { name: 'Views by Month' }).waitFor();
    await page.getByText('8 views in total').waitFor();
    await row(page, 'Mobile 4 50%').waitFor();
    expect(
      await page.getByRole('table', { name: 'Views by month' }).getByRole('row').count(),
    ).toBeGreaterThan(1);
    await page.setViewportSize(NARROW);
    await expectNoSidewaysScroll(page);
  });

  it('shows views by day as a table too, with today as the last of thirty', async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(journey) });
    await page.getByText('8 views in the last 30 days').waitFor();
    const days = page.getByRole('table', { name: 'Views by day' }).getByRole('row');
    expect(await days.count()).toBe(31);
    expect(await days.last().getByRole('cell').first().textContent()).toBe('8');
  });

  it('refreshes by itself every 30 seconds, and says so when it cannot', async () => {
    const person = await journey.register();
    const card = await addCard(person, 'Work');
    await look(journey, card, 'phone', {});
    const page = await journey.open('/auth/login', { as: person });
    await page.clock.install();
    await page.goto('/analytics');
    await figure(page, 'Total Views').getByText('1', { exact: true }).waitFor();
    await look(journey, card, 'phone', {});
    await page.clock.fastForward(30_000);
    await figure(page, 'Total Views').getByText('2', { exact: true }).waitFor();

    await page.route('**/api/analytics/dashboard*', (route) => route.abort());
    await page.clock.fastForward(30_000);
    const alert = page.getByRole('alert');
    await alert.getByText('We couldn’t refresh this.').waitFor();
    await figure(page, 'Total Views').getByText('2', { exact: true }).waitFor();
    await page.unroute('**/api/analytics/dashboard*');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('says while older views are still being added', async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(journey), viewport: DESKTOP });
    const note = page.getByText('Older views are still being added.', { exact: true });
    await row(page, 'Work 8 8').waitFor();
    expect(await note.count()).toBe(0);
    await journey.change("insert into rollup_backfills (source) values ('card_views')");
    await page.reload();
    await note.waitFor();
    await journey.change('delete from rollup_backfills');
  });

  it('says what failed when the network is down, and Retry helps', async () => {
    const page = await journey.open('/auth/login', { as: await seenOwner(journey) });
    await page.route('**/api/analytics/dashboard*', (route) => route.abort());
    await page.goto('/analytics');
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/analytics/dashboard*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await figure(page, 'Total Views').waitFor();
  });

  it('keeps the shape of the page while the figures are loading', async () => {
    const page = await journey.open('/auth/login', { as: await seenOwner(journey) });
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/analytics/dashboard*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/analytics');
    await page.getByText('Loading your analytics').waitFor({ state: 'attached' });
    await expectAccessible(page);
    answer();
    await figure(page, 'Total Views').waitFor();
  });

  it('invites the owner to share a card while there are no views', async () => {
    const ada = await journey.register();
    await addCard(ada, 'Work');
    const page = await journey.open('/analytics', { as: ada });
    await page.getByRole('heading', { name: 'No Analytics Data Yet' }).waitFor();
    expect(await figure(page, 'Engagement Rate').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Share a card' }).click();
    await page.waitForURL('**/cards');
  });

  it('exports everything as pretty-printed JSON under the name of the specification', async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(journey) });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Analytics' }).click(),
    ]);
    expect(download.url()).toBe(`${journey.url}/api/analytics/export?pretty=true`);
    expect(download.suggestedFilename()).toMatch(/^Goldleaf_Analytics_\d{4}-\d\d-\d\d\.json$/);
    const text = await readText(await download.createReadStream());
    expect(JSON.parse(text)).toMatchObject({ totalViews: 8, views: expect.any(Array) });
    expect(text).toContain('{\n  "totalViews": 8,');
    await page.getByText('Analytics Exported', { exact: true }).waitFor();

    await page.route('**/api/analytics/export*', (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Export Analytics' }).click();
    await page.getByText('Export Failed', { exact: true }).waitFor();
    await page.getByText('Unable to export analytics data. Please try again.').waitFor();
  });

  it('is reached from the navigation by keyboard, and leads back to the dashboard', async () => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport: DESKTOP });
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/analytics');
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor();
    expect(await link.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'Back to Dashboard' }).press('Enter');
    await page.waitForURL('**/dashboard');
  });

  it('asks signed-out visitors to sign in', async () => {
    const page = await journey.open('/analytics');
    await page.waitForURL('**/auth/login?next=%2Fanalytics');
  });
});
