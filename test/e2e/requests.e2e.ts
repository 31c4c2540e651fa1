import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { GRACE } from '#test/e2e/contact-people.ts';
import { PHONE, startJourney } from '#test/e2e/journey.ts';
import { firstOf } from '#test/thorough.ts';

const journey = startJourney();

/** A screen is quiet once nothing was asked for as long. */
const QUIET_MS = 1_500;

/** The addresses that a page asks for, until it is quiet. */
async function listAsked(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url().replace(journey.url, ''));
  });
  await page.goto(address);
  let known = -1;
  const isQuiet = () => {
    const before = known;
    known = asked.length;
    return known === before;
  };
  await expect.poll(isQuiet, { interval: QUIET_MS, timeout: 30_000 }).toBe(true);
  return asked;
}

it.each(
  firstOf([
    ['/dashboard', 20],
    ['/contacts', 20],
    ['/cards', 19],
    ['/dashboard?tab=settings', 20],
  ] as const),
)('%s asks for little, and for nothing twice', async (address, most) => {
  const ada = await journey.register();
  await makeCard(ada);
  const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
  const asked = await listAsked(page, address);
  expect(asked.length).toBeLessThanOrEqual(most);
  // Counts are asked once more when arrivals begin to be heard of: somebody may have come before.
  const counted = asked.filter((path) => path !== '/api/contacts/summary');
  expect(counted.filter((path, at) => counted.indexOf(path) !== at)).toEqual([]);
});

it.each(
  firstOf([
    ['/dashboard', ['/first-answers/dashboard', '/api/account', '/api/billing']],
    ['/contacts', ['/first-answers/contacts', '/api/contacts/stream', '/api/contacts/summary']],
    ['/cards', ['/first-answers/cards']],
  ] as const),
)('%s takes its first answers together', { tags: ['thorough'] }, async (address, calls) => {
  const ada = await journey.register();
  const { id: cardId } = await makeCard(ada);
  await createClient(journey.url)('POST', '/api/contacts/exchange', { ...GRACE, cardId });
  const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
  const asked = await listAsked(page, address);
  const data = asked.filter((path) => /^\/(api|first)/.test(path) && !path.includes('/qr.'));
  expect(data.toSorted()).toEqual(calls.toSorted());
});

it('A contact’s own screen asks for nothing twice', { tags: ['thorough'] }, async () => {
  const ada = await journey.register();
  const { id: cardId } = await makeCard(ada);
  const { body } = await createClient(journey.url)('POST', '/api/contacts/exchange', { ...GRACE, cardId });
  const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
  const asked = await listAsked(page, `/contacts/${body.id}`);
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
  expect(asked).toContain(`/api/contacts/${body.id}/links`);
});

it('A browser that owes a sign-out asks for nobody’s first answers', { tags: ['thorough'] }, async () => {
  const ada = await journey.register();
  const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
  journey.expectError(/401/);
  await page.evaluate(() => localStorage.setItem('sign-out-owed', '1'));
  const asked = await listAsked(page, '/dashboard');
  expect(asked.filter((path) => path.startsWith('/first-answers'))).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/auth/login');
});

it('Who signs in after a session has ended sees their own screen', { tags: ['thorough'] }, async () => {
  const [ada, grace] = [await journey.register(), await journey.register('Grace Hopper')];
  const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
  await page.context().clearCookies();
  await page.goto('/cards');
  await page.getByLabel('Username').fill(grace.username);
  await page.getByLabel('Password', { exact: true }).fill(grace.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'My Cards' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/cards');
});
