import { expect, it } from 'vitest';
import type { SeenCard } from '#shared/cards/cards.ts';
import type { Draft } from '#shared/cards/drafts.ts';
import { cardsOf, makeCard } from '#test/e2e/card-editor.ts';
import { findToast, holdScript, startJourney } from '#test/e2e/journey.ts';
import { takesPressAtOnce } from '#test/e2e/presses.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource|status of 401|ERR_FAILED/ });

it('Drafts of two tabs do not mix, and one can be continued in the other', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const first = await journey.open('/create', { as: person });
  await first.getByLabel('Job title').fill('Analyst');
  await first.getByText('Draft saved').waitFor({ state: 'attached' });
  const second = await first.context().newPage();
  await second.goto('/create');
  await second.getByText(/You have unsaved changes from another tab or device/).waitFor();
  expect(await second.getByLabel('Job title').inputValue()).toBe('');
  await second.getByLabel('Job title').fill('Engineer');
  await second.getByText('Draft saved').waitFor({ state: 'attached' });
  await first.reload();
  await first.getByText('We restored your unsaved changes.').waitFor();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Analyst');
  const resume = first.getByRole('button', { name: 'Resume' });
  await resume.click();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Engineer');
  const restored = first.getByRole('status').filter({ hasText: 'We restored your unsaved changes.' });
  await restored.getByRole('button', { name: 'Discard' }).click();
  await resume.click();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Analyst');
  await first.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Engineer');
  await resume.click();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Analyst');
});

it('The focus stays in the form when drafts on offer are resumed and discarded', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const content = {
    cardId: null,
    baseVersion: null,
    before: {},
    fields: { jobTitle: 'Analyst' },
    revision: 1,
  };
  for (const id of ['one', 'two']) await person.client('PUT', `/api/drafts/${id}`, content);
  const page = await journey.open('/create', { as: person });
  const resume = page.getByRole('button', { name: 'Resume' });
  const expectFocus = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Basic');
  await resume.click();
  await expectFocus();
  await page.getByRole('button', { name: 'Discard' }).last().click();
  await resume.waitFor({ state: 'detached' });
  await expectFocus();
});

it('A press meant for the form does not discard a draft that comes on offer, nor one press two of them', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const id = await makeCard(person);
  const content = { cardId: id, baseVersion: null, before: {}, fields: { jobTitle: 'Analyst' }, revision: 1 };
  for (const draft of ['one', 'two']) await person.client('PUT', `/api/drafts/${draft}`, content);
  const page = await journey.open('about:blank', { as: person });
  const release = await holdScript(page, 'DraftNotice');
  await page.goto(`/edit-card/${id}`);
  await page.getByLabel('Job title').waitFor();
  const isMet = takesPressAtOnce(page, 'Discard');
  release();
  expect(await isMet).toBe(false);
  await page.getByRole('button', { name: 'Discard' }).dblclick();
  await findToast(page, 'Changes discarded').waitFor();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await expect.poll(async () => (await person.client('GET', '/api/drafts')).body.length).toBe(1);
});

it('A draft waits on the device, unreadable, while the server is away, and leaves it when it is back', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const id = await makeCard(person);
  const page = await journey.open(`/edit-card/${id}`, { as: person });
  await page.getByLabel('Job title').fill('Analyst');
  await page.getByText(/^Draft saved/).waitFor({ state: 'attached' });
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await stored()).not.toContain('waiting-draft');
  await page.context().setOffline(true);
  await page.getByLabel('Job title').fill('Cryptographer');
  await page.getByText('Offline: draft saved on this device').waitFor({ state: 'attached' });
  expect(await stored()).toContain('waiting-draft');
  expect(await stored()).not.toContain('Cryptographer');
  await page.getByRole('button', { name: 'Update Card' }).click();
  await page.getByText('You’re offline. Check your connection and try again.').waitFor();
  await page.context().setOffline(false);
  await page.getByText(/^Draft saved/).waitFor({ state: 'attached' });
  expect(await stored()).not.toContain('waiting-draft');
  const [draft] = (await person.client('GET', '/api/drafts')).body;
  expect(draft).toMatchObject({ cardId: id, fields: { jobTitle: 'Cryptographer' } });
});

it('What is typed after a save whose answer was lost is kept, and the save is still made once', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const id = await makeCard(person);
  const jobTitles = async () =>
    (await person.client('GET', '/api/drafts')).body.map((draft: Draft) => draft.fields.jobTitle);
  for (const [address, button] of [
    [`/edit-card/${id}`, 'Update Card'],
    ['/create', 'Create Card'],
  ] as const) {
    const page = await journey.open(address, { as: person });
    await page.getByLabel('Card name').fill('Fair');
    await page.getByLabel('Job title').fill('Analyst');
    await page.getByText(/^Draft saved/).waitFor({ state: 'attached' });
    await page.route('**/api/cards{/*,}', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: button }).click();
    await page.getByText('Can’t reach Goldleaf.').waitFor();
    await page.unroute('**/api/cards{/*,}');
    await page.getByLabel('Job title').fill('Countess');
    await expect.poll(jobTitles).toEqual(['Countess']);
    await page.getByLabel('Job title').fill('Analyst');
    await expect.poll(jobTitles).toEqual(['Analyst']);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('**/dashboard');
    await expect.poll(jobTitles).toEqual([]);
  }
  expect((await cardsOf(person)).map((card: SeenCard) => card.jobTitle)).toEqual(['Analyst', 'Analyst']);
});

it('Drafts of earlier releases are brought over to their owner, and nobody else’s stay readable', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const page = await journey.open('/contacts', { as: person });
  const names = () => page.evaluate(() => Object.keys(localStorage).join());
  await page.waitForFunction(() => localStorage.getItem('user'));
  await page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('user') ?? '');
    localStorage.setItem(`card-draft:${id}:new`, JSON.stringify({ jobTitle: 'Analyst', base: '' }));
    localStorage.setItem('card-draft:abcdefghij:new', JSON.stringify({ jobTitle: 'Spy', base: '' }));
  });
  await page.goto('/create');
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.includes('-draft:')));
  expect((await person.client('GET', '/api/drafts')).body).toMatchObject([
    { cardId: null, fields: { jobTitle: 'Analyst' } },
  ]);
  await page.evaluate(() => localStorage.setItem('card-draft:abcdefghij:new', '{}'));
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  expect(await names()).not.toContain('card-draft');
});

it('A sign-out leads every other tab to the sign-in page, where what was typed comes back', async () => {
  const person = await journey.register();
  const first = await journey.open('/create', { as: person });
  await first.getByLabel('Job title').fill('Analyst');
  await first.getByText('Draft saved').waitFor({ state: 'attached' });
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  await second.getByRole('button', { name: 'Sign Out' }).click();
  await second.getByRole('heading', { name: 'Elevate Your Professional Networking' }).waitFor();
  await first.waitForURL('**/auth/login?next=%2Fcreate');
  await first.getByText('You signed out in another tab.').waitFor();
  await first.getByText('Your changes are saved as a draft.').waitFor();
  expect(await first.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('-draft');
  await first.getByLabel('Username').fill(person.username);
  await first.getByLabel('Password').fill(person.password);
  await first.getByRole('button', { name: 'Sign In' }).click();
  await first.waitForURL('**/create');
  await first.getByText('We restored your unsaved changes.').waitFor();
  expect(await first.getByLabel('Job title').inputValue()).toBe('Analyst');
});

it('A sign-out in another tab that overtakes the last changes says that they are lost', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const first = await journey.open('/create', { as: person });
  await first.getByLabel('Job title').fill('Analyst');
  await first.getByText('Draft saved').waitFor({ state: 'attached' });
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  const isOut = second.waitForResponse('**/api/auth/logout');
  await first.route('**/api/drafts/*', async (route) => {
    await isOut;
    await route.continue();
  });
  await first.getByLabel('Job title').fill('Engineer');
  await second.getByRole('button', { name: 'Sign Out' }).click();
  await first.getByText('Your last changes couldn’t be saved.').waitFor();
});

it('A session that another tab found ended is said as such by what is pressed next', {
  tags: ['thorough'],
}, async () => {
  const person = await journey.register();
  const page = await journey.open('/create', { as: person });
  await page.getByLabel('Card name').fill('Fair');
  await page.getByText(/^Draft saved/).waitFor({ state: 'attached' });
  await page.context().clearCookies();
  // As where storage is cleared: no event reaches the tab that did it.
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.getByRole('button', { name: 'Create Card' }).click();
  await page.waitForURL('**/auth/login?next=%2Fcreate');
  expect(await findToast(page, 'Error').count()).toBe(0);
});
