import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { startMailServer } from '#test/e2e/mail-server.ts';
import { startEngineJourney } from './journey.ts';

const mails = startMailServer();
const journey = startEngineJourney({ env: mails.env });

it('Whoever left their details corrects them, takes a consent back and withdraws them', async () => {
  const ada = await journey.register('Ada Lovelace');
  await journey.change('update users set email_confirmed_at = now() where username = $1', [ada.username]);
  const { id } = await makeCard(ada);
  const page = await journey.open(`/card/${id}/exchange`);
  await page.fill({ role: 'textbox', name: /^Full Name/ }, 'Grace Hopper');
  await page.fill({ role: 'textbox', name: /^Email Address/ }, 'grace@example.com');
  await page.click({ role: 'checkbox', name: 'Email me a copy' });
  await page.click({ role: 'button', name: 'Share Contact' });
  await page.find('Contact Shared Successfully!');
  await page.goto(await mails.linkTo('grace@example.com', /What you shared with/, /\/your-details\/[\w.-]+/));
  await page.click({ role: 'button', name: 'Withdraw this consent' });
  await page.find('Withdrawn. Ada Lovelace can see this.');
  await page.fill({ role: 'textbox', name: 'Full name' }, 'Grace Brewster Hopper');
  await page.click({ role: 'button', name: 'Save changes' });
  await page.find('Saved. Ada Lovelace has your changes.');
  expect((await ada.client('GET', '/api/contacts')).body).toMatchObject([
    { fullName: 'Grace Brewster Hopper' },
  ]);
  await page.click('Withdraw everything');
  await page.click({ role: 'button', name: 'Delete my details' });
  await page.find({ role: 'heading', name: 'Your details were deleted' });
  const at = await mails.linkTo(ada.email, /Grace/, /\/unsubscribe\/[\w.-]+/);
  await page.goto(at);
  await page.click({ role: 'button', name: 'Unsubscribe' });
  await page.find({ role: 'heading', name: 'You’re unsubscribed' });
});
