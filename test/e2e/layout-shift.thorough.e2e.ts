import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { DESKTOP, PHONE, startJourney, sumShifts, waitForQuiet } from '#test/e2e/journey.ts';

const journey = startJourney();
/** As Web Vitals count it; 0.1 is called good, and ours is a fifth of that. */
const MOST = 0.02;
const PARTS = ['link', 'qr', 'wallet', 'alias', 'nfc', 'signature', 'background', 'print', 'embed'];

/** An owner of 304 contacts about whom nearly everything is due: the screens with the most to say. */
async function busyOwner(): Promise<{ owner: Person; cardId: string; contactId: string }> {
  const owner = await journey.register('Lena Fischer');
  const { id: cardId } = await makeCard(owner);
  await journey.change(
    `insert into contacts (id, user_id, card_id, full_name, email, company, created_at)
     select substr(md5(u.id || n), 1, 10), u.id, $2, 'Person ' || n, 'p' || n || '@example.com', 'Acme',
       now() - n * interval '3 hours'
     from users u, generate_series(1, 304) n where u.username = $1`,
    [owner.username, cardId],
  );
  await journey.change("update business_cards set created_at = now() - interval '2 days' where id = $1", [
    cardId,
  ]);
  const spam = { fullName: 'Spam One', email: 'spam@example.com', subject: 'Cheap watches', cardId };
  expect((await createClient(journey.url)('POST', '/api/contacts/exchange', spam)).status).toBe(200);
  const contactId = (await owner.client('GET', '/api/contacts')).body[0].id;
  const reminder = { contactId, at: new Date(Date.now() + 3 * 86_400_000).toISOString() };
  expect((await owner.client('POST', '/api/notices/reminders', reminder)).status).toBe(200);
  return { owner, cardId, contactId };
}

/** The first visit on a device, which knows nothing yet, and the next one, which knows what the last has kept. */
async function measure(page: Page, addresses: string[]): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const address of addresses) {
    await page.evaluate(() => localStorage.removeItem('user'));
    for (const visit of ['first', 'next']) {
      await page.goto(address);
      await waitForQuiet(page);
      const sum = await sumShifts(page);
      if (sum > MOST) moved[`${address}, ${visit} visit`] = sum;
    }
  }
  return moved;
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('On %s', (_name, viewport) => {
  it('dashboard and contacts stand still while they load, with a notice', async () => {
    const { owner } = await busyOwner();
    const page = await journey.open('/qr', { as: owner, viewport });
    expect(await measure(page, ['/dashboard', '/contacts'])).toEqual({});
    await page.getByRole('region', { name: '1 unreviewed' }).waitFor();
  });

  it('every screen stands still while it loads', { timeout: 240_000 }, async () => {
    const { owner, cardId, contactId } = await busyOwner();
    const page = await journey.open('/qr', { as: owner, viewport });
    const addresses = [
      ...['cards', 'contacts', 'analytics', 'settings'].map((tab) => `/dashboard?tab=${tab}`),
      ...[
        '/cards',
        `/contacts/${contactId}`,
        '/contacts/import',
        '/analytics',
        '/qr',
        '/subscribe',
        '/create',
      ],
      ...['basic', 'design', 'social', 'media'].map((tab) => `/edit-card/${cardId}?tab=${tab}`),
      ...PARTS.map((part) => `/share-card/${cardId}?part=${part}`),
    ];
    expect(await measure(page, addresses)).toEqual({});
  });
});

it('A notice that this device did not know of waits for the next screen, and nothing moves', async () => {
  const owner = await journey.register('Lena Fischer');
  await journey.change("update users set subscription_status = 'active' where username = $1", [
    owner.username,
  ]);
  const { id: cardId } = await makeCard(owner);
  const page = await journey.open('/contacts', { as: owner });
  await page.getByText('No contacts yet').waitFor();
  const spam = { fullName: 'Spam One', email: 'spam@example.com', subject: 'Cheap watches', cardId };
  await createClient(journey.url)('POST', '/api/contacts/exchange', spam);
  await page.route('**/first-answers/contacts', async (route) => {
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
    await route.continue();
  });
  await page.goto('/contacts');
  await waitForQuiet(page);
  await page.getByText('No contacts yet').waitFor();
  expect(await page.getByRole('region', { name: '1 unreviewed' }).count()).toBe(0);
  expect(await sumShifts(page)).toBeLessThanOrEqual(MOST);
  await page.getByRole('link', { name: 'My Cards', exact: true }).click();
  await page.getByRole('region', { name: '1 unreviewed' }).waitFor();
});
