import { expect, it } from 'vitest';
import { DESKTOP, hold, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({
  env: {
    AI_PROVIDER: 'openai',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'tester-1',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: 'http://127.0.0.1:9',
  },
});

it('says which language model writes suggestions and what it is sent, and takes a no for an answer', async () => {
  const owner = await journey.register('Ada Lovelace');
  const page = await journey.open('/dashboard?tab=settings&page=follow-ups', {
    as: owner,
    viewport: DESKTOP,
  });
  const section = page.getByRole('region', { name: 'AI and scanning' });
  await section.getByText('tester-1').waitFor();
  await section.getByText('127.0.0.1:9').waitFor();
  const choice = section.getByRole('switch', { name: 'Use AI' });
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await choice.click();
  await isSaved;
  await page.reload();
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
});

it('shows the switch of automatic texts once it is known what is missing, which stands above it', async () => {
  const page = await journey.open('about:blank', { as: await journey.register(), viewport: DESKTOP });
  const release = await hold(page, '**/api/sms');
  await page.goto('/dashboard?tab=settings&page=follow-ups');
  const section = page.getByRole('region', { name: 'Automatic SMS' });
  await section.waitFor();
  expect(await section.getByRole('switch').count()).toBe(0);
  release();
  await section.getByText(/^Add your phone number with its country code/).waitFor();
  await section.getByRole('switch', { name: 'Send an SMS to new contacts' }).waitFor();
});
