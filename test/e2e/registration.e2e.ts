import { describe, expect, it } from 'vitest';
import { unusedName } from '#test/built-product.ts';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  holdScript,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of (409|500)/ });

const FIELDS = ['Full Name', 'Username', 'Email Address', 'Password'];

describe('Registration', () => {
  it('starts empty, lists what the subscription includes, and links home and to sign-in', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/auth/register');
    for (const field of FIELDS) expect(await page.getByLabel(field).inputValue()).toBe('');
    for (const benefit of [
      'Unlimited digital cards',
      'QR code generation',
      'Contact management',
      'Social media integration (LinkedIn, Twitter, Instagram, GitHub)',
      'Advanced analytics',
      'Priority support',
    ]) {
      await page.getByRole('listitem').getByText(benefit, { exact: true }).waitFor();
    }
    expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/auth/login');
  });

  it('suggests a username from the name until another one is typed, and shows the password', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/auth/register', { viewport: DESKTOP });
    const username = page.getByLabel('Username');
    await page.getByLabel('Full Name').pressSequentially('Zoë Brooks');
    expect(await username.inputValue()).toBe('zoe.brooks');
    await page.getByText('/portfolio/zoe.brooks').waitFor();
    await username.fill('zoe');
    await page.getByLabel('Full Name').fill('Zoë Field');
    expect(await username.inputValue()).toBe('zoe');
    // On the card beside the form.
    await page.getByText('Zoë Field', { exact: true }).waitFor();
    const password = page.getByLabel('Password');
    await password.fill('a good secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await password.getAttribute('type')).toBe('password');
  });

  it('suggests another username when the first suggestion is taken', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const name = unusedName('Ida Field ');
    const taken = name.toLowerCase().replaceAll(' ', '.');
    await journey.change('update users set username = $1 where username = $2', [taken, ada.username]);
    const page = await journey.open('/auth/register');
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email Address').fill(`${unusedName('ida')}@example.com`);
    await page.getByLabel('Password').fill('a good secret');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.getByText('That username is taken. How about this one?').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toMatch(new RegExp(`^${taken}\\.\\d\\d$`));
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.waitForURL('**/checkout');
  });

  it('says under each field what is wrong', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/register');
    await page.getByLabel('Email Address').fill('ada@');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    for (const [field, message] of [
      ['Full Name', 'String must contain at least 2 character(s)'],
      ['Username', 'String must contain at least 3 character(s)'],
      ['Email Address', 'Invalid email'],
      ['Password', 'String must contain at least 6 character(s)'],
    ] as const) {
      await page.getByText(message, { exact: true }).waitFor();
      expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true');
    }
    await expectAccessible(page);
  });

  it('creates the account, says so, and goes on to checkout', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/register');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/register', async (route) => {
      await held;
      await route.continue();
    });
    const maya = unusedName('maya');
    for (const [index, value] of ['Maya Osei', maya, `${maya}@example.com`, 'a good secret'].entries()) {
      await page.getByLabel(FIELDS[index] ?? '').fill(value);
    }
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    expect(await page.getByRole('button', { name: 'Creating Account...' }).isDisabled()).toBe(true);
    answer();
    await page.waitForURL('**/checkout');
    await findToast(page, 'Account created!').waitFor();
    await findToast(page, 'Please proceed to payment to activate your account.').waitFor();
  });

  it('does not move away from under a press when the password’s strength comes', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('about:blank');
    const release = await holdScript(page, 'password-strength');
    await page.goto('/auth/register');
    await page.getByLabel('Password').fill('a good secret');
    await page.getByRole('button', { name: 'Continue to Payment' }).hover();
    await page.mouse.down();
    release();
    await page.getByText('Fair. Longer is safer.').waitFor();
    await page.mouse.up();
    await page.getByText('Invalid email', { exact: true }).waitFor();
  });

  it('does not move when more is to be said of a password', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/register');
    const top = async () =>
      (await page.getByRole('button', { name: 'Continue to Payment' }).boundingBox())?.y;
    await page.getByLabel('Password').fill('a good secret');
    await page.getByText('Fair. Longer is safer.').waitFor();
    const before = await top();
    await page.getByLabel('Password').fill('password1');
    await page.getByText(/A few unrelated words are stronger\.$/).waitFor();
    expect(await top()).toBe(before);
  });

  it('asks twice before it takes a password that anyone would try', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/register');
    const kofi = unusedName('kofi');
    for (const [index, value] of ['Kofi Mensah', kofi, `${kofi}@example.com`, '123456'].entries()) {
      await page.getByLabel(FIELDS[index] ?? '').fill(value);
    }
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await page.getByText('This is one of the first passwords attackers try.').waitFor();
    const anyway = page.getByRole('button', { name: 'Use it anyway' });
    await anyway.waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password').fill('qwerty');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await anyway.click();
    await page.waitForURL('**/checkout');
  });

  it('names the field that is taken', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await journey.open('/auth/register');
    for (const [index, value] of [
      'Ada',
      ada.username.toUpperCase(),
      'other@example.com',
      'a good secret',
    ].entries()) {
      await page.getByLabel(FIELDS[index] ?? '').fill(value);
    }
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await findToast(page, 'Registration failed').waitFor();
    const taken = 'This username is taken. Choose another.';
    await page.getByRole('main').getByText(taken).waitFor();
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await findToast(page, 'Failed to create account. Please try again.').waitFor();
  });

  it('keeps the invite of whoever has an account already', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const invite = `/teams/${ada.username}/claim/a-token`;
    const page = await journey.open(`/auth/register?next=${encodeURIComponent(invite)}`);
    for (const [index, value] of ['Ada', unusedName('ada'), ada.email, 'a good secret'].entries()) {
      await page.getByLabel(FIELDS[index] ?? '').fill(value);
    }
    await page.getByRole('button', { name: 'Create Account' }).click();
    const known = page.getByRole('alert', { name: 'There’s already an account with this email' });
    await known.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`**/auth/login?next=${encodeURIComponent(invite)}`);
  });

  it('is accessible in both themes and fits a narrow phone', async () => {
    const page = await journey.open('/auth/register', { viewport: { width: 320, height: 640 } });
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });
});
