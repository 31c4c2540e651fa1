import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { chooseAdd } from '#test/e2e/contact-people.ts';
import { expectAccessible, expectNoSidewaysScroll, findToast, startJourney } from '#test/e2e/journey.ts';
import { keepOnDevice } from '#test/e2e/kept-device.ts';

/** A device that keeps cards and contacts for when there is no network. */
const journey = startJourney({ expectedErrors: /Failed to load resource|Failed to fetch/ });

const GRACE = { fullName: 'Grace Hopper', email: 'grace@example.com', company: 'Navy' };
const OFFLINE = /^Last updated less than a minute ago\. You’re offline\.$/;

async function ownerWithContacts(): Promise<Person> {
  const owner = await journey.register();
  await makeCard(owner);
  for (const fullName of ['Katherine Johnson', 'Dorothy Vaughan']) {
    expect((await owner.client('POST', '/api/contacts', { fullName })).status).toBe(200);
  }
  const { body } = await owner.client('POST', '/api/contacts', GRACE);
  expect((await owner.client('PATCH', `/api/contacts/${body.id}`, { tags: ['vip'] })).status).toBe(200);
  return owner;
}

/** Everybody's data kept by this browser. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: (await caches.keys()).filter((name) => name.startsWith('goldleaf-pictures')),
    copies: Object.keys(localStorage).filter((name) => name.startsWith('offline-copy:')),
  }));
const NOTHING = { databases: [], caches: [], copies: [] };

const signIn = async (page: Page, { username, password }: Person) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

describe('A device that keeps data', () => {
  it('shows it without a network, notes down a contact, and sends it once', {
    tags: ['thorough'],
  }, async () => {
    const ada = await ownerWithContacts();
    const page = await journey.open('/dashboard', { as: ada, serviceWorkers: 'allow' });
    await keepOnDevice(page);
    const context = page.context();
    await context.setOffline(true);

    for (const narrowed of ['search=navy', 'tag=vip']) {
      await page.goto(`/contacts?${narrowed}`);
      await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
      await page.getByText('Grace Hopper').waitFor();
      expect(await page.getByText('Dorothy Vaughan').count()).toBe(0);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.goto('/qr');
    await page.getByRole('img', { name: 'QR code of Work' }).waitFor();
    await page.getByText('Offline contact', { exact: true }).click();
    await page.getByRole('img', { name: 'Contact code of Work' }).waitFor();
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
    await expectAccessible(page);

    await page.goto('/contacts');
    await chooseAdd(page, 'Add Contact');
    const dialog = page.getByRole('dialog', { name: 'Add contact' });
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await dialog.getByText('Name is required', { exact: true }).waitFor();
    await dialog.getByLabel('Full name').fill('Mary Jackson');
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await findToast(page, 'Saved on this device').waitFor();
    const waiting = page.getByRole('region', { name: '1 contact waits to be sent' });
    await waiting.getByRole('button', { name: 'Review' }).click();
    await page
      .getByRole('dialog', { name: 'Waiting to be sent' })
      .getByRole('listitem')
      .getByText('Mary Jackson')
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Mary');

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const question = page.getByRole('dialog', { name: 'One contact is not sent yet' });
    await question.getByRole('button', { name: 'Stay Signed In' }).click();

    await context.setOffline(false);
    await findToast(page, 'Contact added').waitFor();
    await waiting.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: /Last updated/ })
      .waitFor({ state: 'detached' });
    const { body } = await ada.client('GET', '/api/contacts?q=mary');
    expect(body).toMatchObject([{ fullName: 'Mary Jackson', source: 'manual' }]);
  });

  it('keeps nothing after a sign-out, and shows the next person nothing of the one before', async () => {
    const ada = await ownerWithContacts();
    const eve = await journey.register('Eve Moneypenny');
    const page = await journey.open('/dashboard', { as: ada, serviceWorkers: 'allow' });
    await keepOnDevice(page);
    expect((await keptIn(page)).databases).toHaveLength(1);
    // Noted down without a network, and still unsent at the sign-out.
    await page.route('**/api/contacts', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await page.goto('/contacts');
    await chooseAdd(page, 'Add Contact');
    const dialog = page.getByRole('dialog', { name: 'Add contact' });
    await dialog.getByLabel('Full name').fill('Mary Jackson');
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await page
      .getByRole('region', { name: '1 contact waits to be sent' })
      .getByRole('button', { name: 'Review' })
      .click();
    await page.getByRole('button', { name: 'Send Now' }).click();
    await findToast(page, 'Sending Failed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Sign Out Anyway' }).click();
    await page.waitForURL('/');
    expect(await keptIn(page)).toEqual(NOTHING);
    await page.unrouteAll();

    await page.goto('/auth/login?next=%2Fcontacts');
    await signIn(page, eve);
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
    await page.getByText('No contacts yet').waitFor();
    expect(await keptIn(page)).toEqual(NOTHING);
    await page.context().setOffline(true);
    await page.goto('/contacts');
    await page.getByText('You’re offline. Check your connection').waitFor();
    expect(await page.getByText('Grace Hopper').count()).toBe(0);
    await page.context().setOffline(false);
    expect((await eve.client('GET', '/api/contacts')).body).toEqual([]);

    await eve.client('DELETE', '/api/account/sessions');
    await page.goto('/contacts');
    await signIn(page, ada);
    await findToast(page, 'Contact added').waitFor();
    const { body } = await ada.client('GET', '/api/contacts?q=mary');
    expect(body).toMatchObject([{ fullName: 'Mary Jackson' }]);
  });

  it('keeps nothing after the first response that says the session has ended', {
    tags: ['thorough'],
  }, async () => {
    const ada = await ownerWithContacts();
    const page = await journey.open('/dashboard', { as: ada, serviceWorkers: 'allow' });
    await keepOnDevice(page);
    await page.context().setOffline(true);
    await page.goto('/cards');
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await ada.client('DELETE', '/api/account/sessions');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await expect.poll(() => keptIn(page)).toEqual(NOTHING);
  });

  it('says so where the browser stores nothing, and turns the switch off again', {
    tags: ['thorough'],
  }, async () => {
    const ada = await ownerWithContacts();
    const page = await journey.open('/dashboard?tab=settings&page=device', {
      as: ada,
      serviceWorkers: 'allow',
    });
    // As a private window of some browsers does.
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Storage is refused.', 'SecurityError');
      };
    });
    const keep = page.getByRole('switch', { name: 'Available offline' });
    await keep.click();
    await findToast(page, 'Couldn’t turn this on').waitFor();
    expect(await keep.isChecked()).toBe(false);
    expect(await keptIn(page)).toEqual(NOTHING);
  });

  it('opens a contact and how a card is shared, and says what needs a connection', {
    tags: ['thorough'],
  }, async () => {
    const ada = await ownerWithContacts();
    const { body: contacts } = await ada.client('GET', '/api/contacts?q=grace');
    const { body: cards } = await ada.client('GET', '/api/cards');
    const page = await journey.open('/dashboard', { as: ada, serviceWorkers: 'allow' });
    await keepOnDevice(page);
    await page.context().setOffline(true);

    await page.goto(`/contacts/${contacts[0].id}`);
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await page.getByRole('link', { name: 'grace@example.com' }).first().waitFor();
    await page.getByText(/^Your notes, their history, .* need a connection/).waitFor();
    // A form filled from the copy would save what the copy lacks.
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.goto(`/share-card/${cards[0].id}?part=qr`);
    await page.getByRole('img', { name: 'QR code of Work' }).waitFor();
    await page.goto(`/share-card/${cards[0].id}?part=link`);
    await page.getByText(`/card/${cards[0].id}`).first().waitFor();

    await page.goto('/analytics');
    await page.getByText('You’re offline. Check your connection').first().waitFor();
    expect(await page.getByText('Live Data').isVisible()).toBe(false);
    await page.goto(`/edit-card/${cards[0].id}`);
    await page.getByText('You’re offline. Check your connection').first().waitFor();

    await page.context().setOffline(false);
    await page.goto(`/contacts/${contacts[0].id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    // A note that is being typed stays when the copy answers what is asked again.
    const note = page.getByLabel('Add a note');
    await note.fill('Knows everything about compilers');
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
    expect(await note.inputValue()).toBe('Knows everything about compilers');
  });

  it('signs out without a network at once, and the server hears of it before anything else', {
    tags: ['thorough'],
  }, async () => {
    const ada = await ownerWithContacts();
    const page = await journey.open('/dashboard', { as: ada, serviceWorkers: 'allow' });
    await keepOnDevice(page);
    const context = page.context();
    await context.setOffline(true);
    await page.goto('/cards');
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.getByText('You’re signed out on this device').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await keptIn(page)).toEqual(NOTHING);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await page.goto('/contacts');
    await page.getByText('You’re signed out on this device').waitFor();
    await signIn(page, ada);
    await findToast(page, 'Sign in failed').waitFor();
    await page.close();

    // Started again later, with the cookie that is still there.
    const again = await context.newPage();
    const calls: string[] = [];
    again.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
    });
    await context.setOffline(false);
    await again.goto('/contacts');
    await again.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(calls[0]).toBe('POST /api/auth/logout');
    await expect.poll(() => again.evaluate(() => localStorage.getItem('sign-out-owed'))).toBeNull();
    expect((await context.request.get(`${journey.url}/api/auth/me`)).status()).toBe(401);
    expect(await again.getByText('Grace Hopper').count()).toBe(0);
    await signIn(again, ada);
    await again.getByText('Grace Hopper').waitFor();
    expect(calls.filter((call) => call === 'POST /api/auth/logout')).toHaveLength(1);
  });

  it('keeps nothing where there is no space for the app itself', { tags: ['thorough'] }, async () => {
    const ada = await ownerWithContacts();
    const page = await journey.open('/dashboard?tab=settings&page=device', {
      as: ada,
      serviceWorkers: 'allow',
    });
    const keep = page.getByRole('switch', { name: 'Available offline' });
    await keep.waitFor();
    const devtools = await page.context().newCDPSession(page);
    // Enough for the copy, too little for the files.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: journey.url, quotaSize: 200_000 });
    await keep.click();
    await findToast(page, 'Couldn’t turn this on').waitFor();
    expect(await keep.isChecked()).toBe(false);
    expect(await page.getByText('Saved here').count()).toBe(0);
    expect(await keptIn(page)).toEqual(NOTHING);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: journey.url });
    await keep.click();
    await page.getByText('Saved here').waitFor();
  });
});
