import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, it } from 'vitest';
import { DESKTOP, PHONE, startJourney } from './journey.ts';

/** A mail server that takes no mail, for good. */
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(Object.assign(new Error('No such user here'), { responseCode: 550 })),
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));
const { port } = smtp.server.address() as AddressInfo;

const journey = startJourney({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });

it('Mails say days in the time zone of the browser, until another is chosen in the settings', async () => {
  const ada = await journey.register('Ada Lovelace');
  const page = await journey.open('/dashboard', { as: ada, timezoneId: 'America/New_York' });
  const zone = async () => (await ada.client('GET', '/api/auth/me')).body.settings.timeZone;
  await expect.poll(zone).toBe('America/New_York');
  await page.goto('/dashboard?tab=settings');
  const choice = page.getByRole('combobox', { name: 'Time Zone' });
  expect(await choice.inputValue()).toBe('America/New_York');
  await choice.selectOption('Europe/Berlin');
  await expect.poll(zone).toBe('Europe/Berlin');
  await page.reload();
  await expect.poll(() => choice.inputValue()).toBe('Europe/Berlin');
});

it('How a reminder will arrive is said anew when somebody comes back from turning emails on', async () => {
  const ada = await journey.register('Ada Lovelace');
  const { body } = await ada.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  await ada.client('PATCH', '/api/notices/settings', { mail: { reminder: false } });
  const page = await journey.open(`/contacts/${body.id}`, { as: ada, viewport: DESKTOP });
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Remind Me' }).click();
  await page.getByText(/^Nothing will be sent: emails about reminders are off, and no device/).waitFor();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  const settings = await opened;
  const saved = settings.waitForResponse('**/api/notices/settings');
  await settings.getByLabel('Email me reminders').check();
  expect((await saved).ok()).toBe(true);
  await settings.close();
  await comeBack();
  await page.getByText(/^We’ll email you, but from .* on only if your address is confirmed\./).waitFor();
  await page.getByRole('link', { name: 'Check your address' }).waitFor();

  await journey.change('update users set email_confirmed_at = now() where username = $1', [ada.username]);
  await comeBack();
  await page.getByText('We’ll email you.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Check your address' }).waitFor({ state: 'detached' });
  await ada.client('PATCH', '/api/notices/settings', { mail: { reminder: false } });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remind Me' }).click();
  await page.getByText(/^Nothing will be sent: emails about reminders are off/).waitFor();
});

it.each([PHONE, DESKTOP])(
  'An address that refuses mail is named under the header at %j',
  async (viewport) => {
    const ada = await journey.register('Ada Lovelace');
    const refusedAt = async () => (await ada.client('GET', '/api/auth/me')).body.emailRefusedAt;
    // The mail that asks to confirm the address is refused.
    await expect.poll(refusedAt, { timeout: 20_000 }).toMatch(/^20/);
    const page = await journey.open('/dashboard', { as: ada, viewport });
    const notice = page.getByRole('region', { name: 'Your email isn’t arriving' });
    await notice.getByText(/ has refused it since /).waitFor();
    await notice.getByRole('link', { name: 'Check your address' }).click();
    await page.getByRole('heading', { name: 'Account information' }).waitFor();
  },
);
