import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  startJourney,
} from '#test/e2e/journey.ts';

// Each visitor has an address and a place, as a proxy in front would report.
const journey = startJourney({ env: { TRUST_PROXY: 'on' }, expectedErrors: /Failed to load resource/ });
const NARROW = { width: 320, height: 640 };
const DEVICES = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  tablet: 'Mozilla/5.0 (Android 13; Tablet; rv:130.0) Gecko/130.0 Firefox/130.0',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
};

let visitors = 0;

async function look(
  cardId: string,
  device: keyof typeof DEVICES,
  more: { city?: string; referrer?: string },
) {
  visitors += 1;
  const headers = {
    'user-agent': DEVICES[device],
    'x-forwarded-for': `198.51.100.${visitors}`,
    ...(more.city ? { 'cf-ipcity': more.city, 'cf-ipcountry': 'DE' } : {}),
  };
  const body = { referrer: more.referrer ?? null };
  const answer = await createClient(journey.url)('POST', `/api/cards/${cardId}/views`, body, headers);
  expect(answer.body).toEqual({ isCounted: true });
}

const addCard = async (person: Person, name: string): Promise<string> =>
  (await person.client('POST', '/api/cards', { name, fullName: person.fullName })).body.id;

/** An owner of two cards, one viewed eight times by eight visitors and one never. */
async function seenOwner(): Promise<Person> {
  const person = await journey.register();
  const work = await addCard(person, 'Work');
  await addCard(person, 'Quiet');
  const sources = [
    'https://www.linkedin.com/feed/',
    'https://t.co/x',
    undefined,
    'https://www.linkedin.com/',
  ];
  for (const referrer of sources) await look(work, 'phone', { referrer, city: 'Berlin' });
  await look(work, 'tablet', {});
  for (const referrer of ['https://a.example', 'https://b.example', 'https://c.example'])
    await look(work, 'desktop', { referrer });
  return person;
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true });

describe('The analytics screen', () => {
  it('shows every figure and panel of the cards’ views', async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(), viewport: DESKTOP });
    await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
    await page.getByText('Live Data', { exact: true }).waitFor();
    await figure(page, 'Total Views').getByText('8', { exact: true }).waitFor();
    await figure(page, 'Unique Visitors').getByText('8', { exact: true }).waitFor();
    await figure(page, 'Engagement Rate').getByText('100%', { exact: true }).waitFor();
    await figure(page, 'Engagement Rate').getByText('Return visitor rate').waitFor();
    for (const name of ['Card Performance', 'Recent Activity', 'Device Types', 'Traffic Sources'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    await row(page, 'Work 8 8').waitFor();
    await row(page, 'Quiet 0 0').waitFor();
    for (const name of ['Mobile 4 50%', 'Tablet 1 13%', 'Desktop 3 38%']) await row(page, name).waitFor();
  });

  it('says that tracking is off, and leads to its switch', { tags: ['thorough'] }, async () => {
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
    await look(card, 'phone', {});
    await owner.client('PATCH', '/api/account', { isAnalyticsEnabled: false });
    await page.goto(`${journey.url}/analytics`);
    await figure(page, 'Total Views').waitFor();
    await said.waitFor();
  });

  it('lists the latest six views, and the five hosts with the most', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(), viewport: DESKTOP });
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

  it('is about the days and the card one chooses, against those before, and keeps them in the address', {
    tags: ['thorough'],
  }, async () => {
    const owner = await seenOwner();
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

  it('shows views by day as a table too, with today as the last of thirty', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/analytics', { as: await seenOwner() });
    await page.getByText('8 views in the last 30 days').waitFor();
    const days = page.getByRole('table', { name: 'Views by day' }).getByRole('row');
    expect(await days.count()).toBe(31);
    expect(await days.last().getByRole('cell').first().textContent()).toBe('8');
  });

  it('refreshes by itself every 30 seconds, and says so when it cannot', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const card = await addCard(person, 'Work');
    await look(card, 'phone', {});
    const page = await journey.open('/auth/login', { as: person });
    await page.clock.install();
    await page.goto('/analytics');
    await figure(page, 'Total Views').getByText('1', { exact: true }).waitFor();
    await look(card, 'phone', {});
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

  it('says while older views are still being added', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/analytics', { as: await seenOwner(), viewport: DESKTOP });
    const note = page.getByText('Older views are still being added.', { exact: true });
    await row(page, 'Work 8 8').waitFor();
    expect(await note.count()).toBe(0);
    await journey.change("insert into rollup_backfills (source) values ('card_views')");
    await page.reload();
    await note.waitFor();
    await journey.change('delete from rollup_backfills');
  });

  it('says what failed when the network is down, and Retry helps', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { as: await seenOwner() });
    await page.route('**/api/analytics/dashboard*', (route) => route.abort());
    await page.goto('/analytics');
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/analytics/dashboard*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await figure(page, 'Total Views').waitFor();
  });

  it('keeps the shape of the page while the figures are loading', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { as: await seenOwner() });
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

  it('invites the owner to share a card while there are no views', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await addCard(ada, 'Work');
    const page = await journey.open('/analytics', { as: ada });
    await page.getByRole('heading', { name: 'No Analytics Data Yet' }).waitFor();
    expect(await figure(page, 'Engagement Rate').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Share a card' }).click();
    await page.waitForURL('**/cards');
  });

  it('exports everything as pretty-printed JSON under the name of the specification', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/analytics', { as: await seenOwner() });
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

  it('is accessible in both themes and needs no sideways scroll on the narrowest phone', async () => {
    const person = await seenOwner();
    const page = await journey.open('/analytics', { as: person, viewport: NARROW });
    await figure(page, 'Total Views').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  it('is reached from the navigation by keyboard, and leads back to the dashboard', {
    tags: ['thorough'],
  }, async () => {
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

  it('asks signed-out visitors to sign in', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/analytics');
    await page.waitForURL('**/auth/login?next=%2Fanalytics');
  });
});
