import { expect, it } from 'vitest';
import { PHONE, startJourney } from '#test/e2e/journey.ts';

/** Contact exchange without a network, and with a server that is down. */
const journey = startJourney({ expectedErrors: /ERR_INTERNET_DISCONNECTED|status of (500|503)/ });

const WAITS = 'We’ll send this when you’re back online. Keep this page open.';

/** A stranger who has filled in a card's dialog. */
async function fillIn() {
  const owner = await journey.register('Maya Osei');
  const { body } = await owner.client('POST', '/api/cards', { name: 'Work', fullName: 'Maya Osei' });
  const page = await journey.open(`/card/${body.id}`);
  await page.getByRole('link', { name: 'Exchange Contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Your Contact Information' });
  await dialog.getByLabel('Full Name').fill('Kofi Mensah');
  await dialog.getByLabel('Email Address').fill('kofi@example.com');
  return { page, dialog, contacts: async () => (await owner.client('GET', '/api/contacts')).body };
}

it('waits in the page while there is no network, and goes once when it is back', async () => {
  const { page, dialog, contacts } = await fillIn();
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Share Contact' }).click();
  await dialog.getByRole('alert').getByText(WAITS, { exact: true }).waitFor();
  expect(await dialog.getByText('Failed to share contact').count()).toBe(0);
  expect(await dialog.getByLabel('Full Name').inputValue()).toBe('Kofi Mensah');
  const sent: string[] = [];
  page.on('response', (response) => sent.push(new URL(response.url()).pathname));
  await page.context().setOffline(false);
  await dialog.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
  expect(sent).toEqual(['/api/contacts/exchange']);
  expect(await contacts()).toHaveLength(1);
});

it('goes on waiting when the dialog is closed, unless Cancel was pressed', async () => {
  const { page, dialog, contacts } = await fillIn();
  const share = async () => {
    await dialog.getByRole('button', { name: 'Share Contact' }).click();
    await dialog.getByRole('alert').getByText(WAITS, { exact: true }).waitFor();
  };
  await page.context().setOffline(true);
  await share();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Exchange Contact' }).click();
  expect(await dialog.getByLabel('Full Name').inputValue()).toBe('');
  await dialog.getByLabel('Full Name').fill('Esi Boateng');
  await dialog.getByLabel('Email Address').fill('esi@example.com');
  await page.context().setOffline(true);
  await share();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.context().setOffline(false);
  await page.getByRole('status').getByText('Contact shared successfully!', { exact: true }).waitFor();
  expect(await contacts()).toMatchObject([{ fullName: 'Esi Boateng' }]);
});

it('is sent again after the server was down, and counts once although a response was lost', async () => {
  const { page, dialog, contacts } = await fillIn();
  let sent = 0;
  await page.route('**/api/contacts/exchange', async (route) => {
    sent += 1;
    if (sent === 2) return route.continue();
    // The first time it is stored, and only the response is lost.
    await route.fetch();
    return route.fulfill({ status: 503, json: { message: 'Oh', code: 'unavailable' } });
  });
  await dialog.getByRole('button', { name: 'Share Contact' }).click();
  await dialog.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
  expect([sent, await contacts()]).toMatchObject([2, [{ fullName: 'Kofi Mensah' }]]);
});

it('says that it failed when the server has an error, and can be sent again', async () => {
  const { page, dialog, contacts } = await fillIn();
  await page.route('**/api/contacts/exchange', (route) =>
    route.fulfill({ status: 500, json: { message: 'Oh', code: 'internal' } }),
  );
  await dialog.getByRole('button', { name: 'Share Contact' }).click();
  const alert = dialog.getByRole('alert');
  await alert.getByText('Please try again later.').waitFor();
  expect(await alert.textContent()).toBe('Failed to share contactPlease try again later.');
  const toast = dialog.getByRole('status').filter({ hasText: 'Failed to share contact' });
  expect(await toast.textContent()).toBe('Failed to share contactPlease try again later.');
  await page.unroute('**/api/contacts/exchange');
  await dialog.getByRole('button', { name: 'Share Contact' }).click();
  await dialog.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
  expect(await contacts()).toHaveLength(1);
});

it('says in sight of the button that a long form waits, which takes any direction of writing', async () => {
  const owner = await journey.register('Maya Osei');
  const { body } = await owner.client('POST', '/api/cards', {
    name: 'Work',
    fullName: 'Maya Osei',
    leadCaptureEnabled: true,
    leadCaptureFields: ['name', 'email', 'phone', 'company', 'message'],
    leadQuestions: ['Where?', 'When?', 'Why?'].map((label, at) => ({ id: `q${at}`, label })),
  });
  const page = await journey.open(`/card/${body.id}`, { viewport: PHONE });
  const form = page.getByRole('form', { name: 'Get in touch' });
  const name = form.getByLabel('Name', { exact: true });
  await name.fill('ليلى');
  expect(await name.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  await form.getByLabel('Email').fill('leila@example.com');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Send' }).click();
  const alert = form.getByRole('alert');
  await alert.getByText(WAITS, { exact: true }).waitFor();
  const isInSight = () =>
    alert.evaluate((sentence) => {
      const { top, bottom } = sentence.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInSight).toBe(true);
});
