import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, hold, SIZES, startJourney } from '#test/e2e/journey.ts';
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

  it('says on the sign-in page what went wrong at the provider', async () => {
    const page = await journey.open('/auth/login', { viewport });
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/auth/login?**');
    await page.getByRole('alert').getByText('Acme sign-in was cancelled.').waitFor();
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor();
    await expectNoSidewaysScroll(page);
  });

  it('says on the screen it came back to what went wrong at the provider', async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard', { as: ada, viewport });
    const sentence = /Acme didn’t confirm a recent sign-in\./;
    const screens = [
      '/dashboard?tab=contacts',
      '/dashboard?tab=settings&page=security',
      '/auth/suspended?from=proof',
    ];
    for (const screen of screens) {
      if (screen.startsWith('/auth')) {
        await journey.change('update users set suspended_at = now() where username = $1', [ada.username]);
        journey.expectError(/status of 403/);
      }
      await page.goto(`${screen}&problem=stale&with=acme`);
      await page.getByRole('alert').getByText(sentence).waitFor();
      expect(await page.getByText(sentence).count()).toBe(1);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });
});

it('A provider confirms who is there from the moment in which the dialog asks', async () => {
  journey.expectError(/status of 403/);
  const ada = await journey.register();
  await journey.change(
    `insert into linked_identities (id, user_id, provider, issuer, subject)
     select 'linked0001', id, 'acme', 'https://provider.example', 'ada' from users where username = $1`,
    [ada.username],
  );
  const page = await journey.open('/dashboard?tab=settings&page=security', { as: ada });
  await page.getByRole('button', { name: 'Remove Acme' }).waitFor();
  const release = await hold(page, '**/api/auth/identities');
  const asked = page.waitForRequest('**/api/auth/identities');
  await page.getByRole('button', { name: 'Remove Acme' }).click();
  await asked;
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  expect(await dialog.count()).toBe(0);
  release();
  await dialog.getByLabel('Password').waitFor();
  expect(await dialog.getByRole('link', { name: 'Confirm with Acme' }).count()).toBe(1);
});
