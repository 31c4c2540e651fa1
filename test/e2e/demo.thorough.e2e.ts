import { it } from 'vitest';
import { startJourney } from '#test/e2e/journey.ts';

const demo = startJourney({ env: { GOLDLEAF_DEMO: 'on' }, expectedErrors: /status of 401/ });

it.each(['/temp-admin', '/auth/login?admin=true'])('The demo opens as Admin at %s', async (address) => {
  const page = await demo.open(address);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Welcome back, Admin' }).waitFor();
});
