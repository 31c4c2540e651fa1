import { expect, it } from 'vitest';
import { DESKTOP, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({
  env: {
    AI_PROVIDER: 'openai',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'tester-1',
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
