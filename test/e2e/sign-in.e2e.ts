import { describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  holdScript,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of (401|404|500)|ERR_FAILED/ });

const TOO_SHORT = (length: number) => `String must contain at least ${length} character(s)`;

describe('Sign-in', () => {
  it('has the texts of the specification, and links home and to registration', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/auth/login');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.getByText('Sign in to access your digital business cards').waitFor();
    expect(await page.getByLabel('Username').getAttribute('placeholder')).toBe('Enter your username');
    expect(await page.getByLabel('Password').getAttribute('placeholder')).toBe('Enter your password');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
    await page.getByRole('link', { name: 'Start your free trial' }).click();
    await page.waitForURL('**/auth/register');
  });

  it('says under each field what is wrong, before anything is sent', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByLabel('Username').fill('ab');
    await page.getByLabel('Password').fill('12345');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText(TOO_SHORT(3)).waitFor();
    await page.getByText(TOO_SHORT(6)).waitFor();
    const described = await page.getByLabel('Username').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(TOO_SHORT(3));
    await expectAccessible(page);
    expect(sent).toEqual([]);
  });

  it('accepts the email address too, says Signing in... meanwhile, and welcomes the user', async () => {
    const ada = await journey.register();
    const page = await journey.open('/auth/login');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/login', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Username').fill(ada.email.toUpperCase());
    await page.getByLabel('Password').fill(ada.password);
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Signing in...' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    answer();
    await page.waitForURL('**/dashboard');
    await findToast(page, 'Welcome back!').waitFor();
    await findToast(page, "You've successfully signed in.").waitFor();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''));
    expect(stored).toMatchObject({ username: ada.username, hasPaid: false });
    expect(Object.keys(stored)).not.toContain('password');
  });

  it('says the same about a wrong password and an unknown name', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await journey.open('/auth/login');
    for (const name of [ada.username, 'nobody-at-all']) {
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('Password').fill('wrong horse');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await findToast(page, 'Sign in failed').waitFor();
      await findToast(page, 'Invalid email or password. Please try again.').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
  });

  it('has its own message if the server sends none, and says when the network is gone', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/auth/login');
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password').fill('correct horse');
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await findToast(page, 'Invalid email or password. Please try again.').waitFor();
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign In' }).click();
    await findToast(page, 'Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(1);
  });

  it('does not move away from under a press when the passkey’s button comes', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('about:blank');
    const release = await holdScript(page, 'PasskeySignIn');
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).hover();
    await page.mouse.down();
    release();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.mouse.up();
    await page.waitForURL('**/auth/forgot**');
  });

  it('is accessible in both themes and fits a narrow phone', async () => {
    const page = await journey.open('/auth/login', { viewport: { width: 320, height: 640 } });
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });
});

describe('A message', () => {
  it('stays for five seconds, alone, and for as long as it is being read', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/auth/login');
    await page.clock.install();
    // From here on, time passes only when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000);
    const fail = async () => {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await findToast(page, 'Sign in failed').waitFor();
    };
    await page.getByLabel('Username').fill('nobody-at-all');
    await page.getByLabel('Password').fill('wrong horse');
    await fail();
    await page.clock.runFor(4_900);
    expect(await findToast(page, 'Sign in failed').count()).toBe(1);
    await page.clock.runFor(200);
    expect(await findToast(page, 'Sign in failed').count()).toBe(0);

    await fail();
    await page.clock.runFor(3_000);
    const refused = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await refused;
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await page.clock.runFor(60_000);
    expect(await findToast(page, 'Sign in failed').count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await findToast(page, 'Sign in failed').count()).toBe(0);
  });
});

describe('The special entry', () => {
  it('does nothing but in a demo', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/temp-admin');
    await page.getByText('Page Not Found').first().waitFor();
    await page.goto('/dashboard?admin=true');
    await page.waitForURL('**/auth/login?next=*');
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
});
