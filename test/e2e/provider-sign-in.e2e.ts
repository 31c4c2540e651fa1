import { beforeAll, describe, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, SIZES, startJourney } from '#test/e2e/journey.ts';
import { startRealProvider } from '#test/oidc-provider.ts';

const provider = startRealProvider();
const env: Record<string, string> = {};
beforeAll(() => {
  Object.assign(env, provider.settings);
});
// The provider's own pages ask for a font that tests have no network for.
const journey = startJourney({
  env,
  expectedErrors: /status of 401|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
});
beforeAll(() => provider.register(`${journey.url}/auth/oidc/acme/callback`));

describe.each(SIZES)('Signing in with a provider on a screen of $width px', (viewport) => {
  const login = `ada${viewport.width}`;

  it('makes an account the first time, signs in the next, and stands in the settings', async () => {
    const page = await journey.open('/auth/register', { viewport });
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { level: 1 }).waitFor();

    const again = await journey.open('/auth/login?next=%2Fdashboard%3Ftab%3Dsettings%26page%3Dsecurity', {
      viewport,
    });
    await expectAccessible(again);
    await again.getByRole('link', { name: 'Continue with Acme' }).click();
    await again.getByPlaceholder('Enter any login').fill(login);
    await again.getByPlaceholder('and password').fill('any');
    await again.getByRole('button', { name: 'Sign-in' }).click();
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.waitForURL('**/dashboard?tab=settings&page=security');
    await again.getByRole('button', { name: `Remove Acme (${login}@provider.example)` }).waitFor();
    await expectNoSidewaysScroll(again);
  });

  it('says on the sign-in page what went wrong at the provider', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { viewport });
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/auth/login?**');
    await page.getByRole('alert').getByText('Acme sign-in was cancelled.').waitFor();
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor();
    await expectNoSidewaysScroll(page);
  });
});
