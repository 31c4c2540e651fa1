import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Person } from '#test/built-product.ts';
import { confirmIdentity, findToast, SIZES, startJourney } from '#test/e2e/journey.ts';
import { readCode } from '#test/e2e/two-step.ts';

/** A call that asks again who is there is answered with 403, and a sign-in that lacks its code with 401. */
const journey = startJourney({ expectedErrors: /status of (401|403|422)/ });
const SETTINGS = '/dashboard?tab=settings&page=security';

async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Chromium's virtual authenticator, which approves whatever it is asked. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const suspend = ({ username }: Person) =>
  journey.change('update users set suspended_at = now() where username = $1', [username]);

/** Passkeys belong to a domain, and an IP address is none. */
const findHome = () => `http://localhost:${new URL(journey.url).port}`;

it.each(SIZES)(
  'a passkey is made, used in two ways and removed, on a screen of $width px',
  async (viewport) => {
    const ada = await journey.register();
    const home = findHome();
    const page = await journey.open(`${home}/auth/login`, { viewport });
    await addAuthenticator(page);
    await signIn(page, ada);
    await page.waitForURL('**/dashboard');
    await page.goto(home + SETTINGS);
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add a Passkey' }).click();
    await confirmIdentity(page, ada.password);
    await findToast(page, 'Passkey added').waitFor();
    await section.getByText('never used').waitFor();

    const leave = async () => {
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
    };
    // Offered among the suggestions for the username, it is chosen at once.
    await leave();
    await page.goto(`${home}/auth/login`);
    await page.waitForURL('**/dashboard');

    // In a browser that cannot offer it there, a button asks for it.
    await leave();
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await page.goto(`${home}/auth/login`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/dashboard');

    await page.goto(home + SETTINGS);
    await section.getByText('last used').waitFor();
    await section.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await findToast(page, 'Passkey removed').waitFor();
    await expect.poll(() => section.getByRole('listitem').count()).toBe(0);
  },
);

it('who is suspended and has only a passkey takes their data along, and signs out', {
  tags: ['thorough'],
}, async () => {
  const ada = await journey.register();
  const home = findHome();
  const page = await journey.open(`${home}/auth/login`);
  await addAuthenticator(page);
  await signIn(page, ada);
  await page.waitForURL('**/dashboard');
  await page.goto(home + SETTINGS);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await confirmIdentity(page, ada.password);
  await findToast(page, 'Passkey added').waitFor();
  await suspend(ada);
  await journey.change('update users set password = null where username = $1', [ada.username]);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  // Chosen among the suggestions for the username.
  await page.goto(`${home}/auth/login`);
  await page.getByRole('heading', { name: 'Account Suspended' }).waitFor();
  expect(await findToast(page, 'Sign in failed').count()).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  // The way on if the passkey is lost.
  await dialog.getByRole('link', { name: 'set a password' }).waitFor();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await download;
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(`${home}/`);
  expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
});

it.each(SIZES)(
  'who has lost the codes signs in with a recovery code, on a screen of $width px',
  { tags: ['thorough'] },
  async (viewport) => {
    const ada = await journey.register();
    const page = await journey.open(SETTINGS, { viewport, as: ada });
    const section = page.getByRole('region', { name: 'Two-step verification' });
    await section.getByRole('button', { name: 'Turn On' }).click();
    await confirmIdentity(page, ada.password);
    const setup = page.getByRole('dialog', { name: 'Turn On Two-Step Verification' });
    await setup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const code = await readCode(setup);
    await setup.getByLabel('Code').fill('000000');
    await setup.getByRole('button', { name: 'Turn On' }).click();
    const wrong = page.getByText('This code is wrong. Check your device’s clock');
    await wrong.waitFor();
    expect(await wrong.count()).toBe(1);
    // A screen reader only says what is new.
    const said = await wrong.elementHandle();
    await setup.getByRole('button', { name: 'Turn On' }).click();
    await said?.waitForElementState('hidden');
    await wrong.waitFor();
    await setup.getByLabel('Code').fill(code);
    await setup.getByRole('button', { name: 'Turn On' }).click();
    const shown = page.getByRole('dialog', { name: 'Your Recovery Codes' });
    await shown.waitFor();
    const codes = await shown.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await shown.getByRole('button', { name: 'I’ve Saved Them' }).click();
    await section.getByText('10 recovery codes left').waitFor();

    const elsewhere = await journey.open('/auth/login', { viewport });
    await signIn(elsewhere, ada);
    await elsewhere.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
    await elsewhere.getByLabel('Recovery Code').fill('0000-0000-0000');
    await elsewhere.getByRole('button', { name: 'Sign In' }).click();
    await elsewhere
      .getByText('This recovery code is wrong or was already used. Try another one.')
      .first()
      .waitFor();
    await elsewhere.getByLabel('Recovery Code').fill(String(codes[0]));
    await elsewhere.getByRole('button', { name: 'Sign In' }).click();
    await elsewhere.waitForURL('**/dashboard');
    await page.reload();
    await section.getByText('9 recovery codes left').waitFor();

    await suspend(ada);
    const last = await journey.open('/auth/login', { viewport });
    await signIn(last, ada);
    await last.getByRole('button', { name: 'Use a recovery code' }).click();
    await last.getByLabel('Recovery Code').fill(String(codes[1]));
    await last.getByRole('button', { name: 'Sign In' }).click();
    await last.getByRole('heading', { name: 'Account Suspended' }).waitFor();
    expect(await findToast(last, 'Sign in failed').count()).toBe(0);
  },
);
