import { describe, expect, it } from 'vitest';
import { SETTINGS_PAGES } from '#app/accounts/settings/settings-pages.ts';
import { paths } from '#app/frame/paths.ts';
import { createClient } from '#test/client.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  hold,
  PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { takesPressAtOnce } from '#test/e2e/presses.ts';

const journey = startJourney();

/** The sections of each page. */
const SECTIONS = {
  general: ['Account information', 'Privacy', 'Data and export'],
  security: ['Password', 'Passkeys', 'Two-step verification', 'Sessions'],
  notifications: ['Notify me about', 'Timing', 'Devices'],
  'follow-ups': ['AI and scanning', 'Automatic SMS', 'Auto-updates'],
  contacts: ['Contact retention', 'Senders and imports'],
  teams: ['Your teams'],
  device: ['Offline use', 'Storage'],
};

it('Each page has its address, title and sections', async () => {
  const page = await journey.open(paths.settings('general'), { as: await journey.register() });
  const list = page.getByRole('navigation', { name: 'Settings' });
  for (const { page: name, label } of SETTINGS_PAGES) {
    if (name !== 'general') {
      await page.getByRole('button', { name: 'All settings' }).click();
      await list.getByRole('link', { name: label }).click();
      await page.waitForURL(`**${paths.settings(name)}`);
    }
    const sections = page.getByRole('heading', { level: 3 });
    await expect.poll(() => sections.allTextContents()).toEqual(SECTIONS[name]);
    await expect.poll(() => page.title()).toBe(`${label} · Settings · Goldleaf`);
    await expectNoSidewaysScroll(page);
  }
});

it.each(SIZES)('Each page is accessible, at $width px', { tags: ['thorough'] }, async (viewport) => {
  const page = await journey.open('/dashboard', { as: await journey.register(), viewport });
  for (const { page: name } of SETTINGS_PAGES) {
    await page.goto(paths.settings(name));
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(SECTIONS[name]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

it.each([320, 768])(
  'No page runs over an edge with letters of twice the size, at %i px',
  {
    tags: ['thorough'],
  },
  async (width) => {
    const as = await journey.register();
    const page = await journey.open('/dashboard', { as, viewport: { width, height: 900 } });
    for (const { page: name } of SETTINGS_PAGES) {
      await page.goto(paths.settings(name));
      await page.getByRole('heading', { level: 3 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const over = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((part) => part.outerHTML.slice(0, 80)),
      );
      expect(over, name).toEqual([]);
    }
  },
);

describe('The list of pages', () => {
  it('opens them by keyboard, marks the open one, and Back returns; the focus follows', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/dashboard?tab=settings', {
      as: await journey.register(),
      viewport: DESKTOP,
    });
    const list = page.getByRole('navigation', { name: 'Settings' });
    const expectOpen = async (label: string) => {
      const heading = page.getByRole('heading', { level: 2, name: label });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await list.locator('[aria-current=page]').allTextContents()).toEqual([label]);
    };
    await list.getByRole('link', { name: 'Notifications' }).press('Enter');
    await expectOpen('Notifications');
    await list.getByRole('link', { name: 'This device' }).press('Enter');
    await expectOpen('This device');
    await page.goBack();
    await expectOpen('Notifications');
    await page.goBack();
    await expectOpen('General');
    await page.goForward();
    await expectOpen('Notifications');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expectOpen('General');
  });

  it('is one row on a phone, which names the page and opens the others', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/dashboard?tab=settings', {
      as: await journey.register(),
      viewport: PHONE,
    });
    const opener = page.getByRole('button', { name: 'All settings' });
    const list = page.getByRole('navigation', { name: 'Settings' });
    await opener.waitFor();
    expect(await list.isVisible()).toBe(false);
    // The whole row can be pressed.
    await page.getByText('Sign-in & security, Notifications, and 4 more').click({ force: true });
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(page);
    await list.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('region', { name: 'Contact retention' }).waitFor();
    expect(await list.isVisible()).toBe(false);
    await page.getByText('General, Sign-in & security, and 4 more').waitFor();
  });

  it('loads a page only when it is opened', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/dashboard?tab=settings', {
      as: await journey.register(),
      viewport: DESKTOP,
    });
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => /\/(\w+)Page-[^/]*\.js$/.exec(name)?.[1])
          .filter((name) => name !== undefined),
      );
    await page.getByRole('region', { name: 'Privacy' }).waitFor();
    expect(await loaded()).toContain('General');
    expect(await loaded()).not.toContain('Security');
    await page.getByRole('link', { name: 'Sign-in & security' }).click();
    await page.getByRole('region', { name: 'Sessions' }).waitFor();
    expect(await loaded()).toContain('Security');
  });
});

describe('Sessions', () => {
  it('are listed, the current one first, and another can be ended', async () => {
    const ada = await journey.register();
    const page = await journey.open(paths.settings('security'), { as: ada, viewport: DESKTOP });
    const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    await rows.first().getByText('This session').waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole('button', { name: 'End Session: Unknown device' }).click();
    await findToast(page, 'Session ended').waitFor();
    expect((await ada.client('GET', '/api/auth/me')).status).toBe(401);
    await expect.poll(() => rows.count()).toBe(1);
    const list = page.getByRole('region', { name: 'Sessions' }).getByRole('list');
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('take no press that was meant for what they come before, and hardly move it', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('about:blank', { as: await journey.register(), viewport: DESKTOP });
    const release = await hold(page, '**/api/account/sessions*');
    await page.goto(paths.settings('security'));
    const next = page.getByLabel('Sign out inactive devices after');
    await next.scrollIntoViewIfNeeded();
    const top = async () => (await next.boundingBox())?.y ?? 0;
    const before = await top();
    const isMet = takesPressAtOnce(page, 'End Session: Unknown device');
    release();
    expect(await isMet).toBe(false);
    expect(Math.abs((await top()) - before)).toBeLessThan(44);
    await page.getByRole('button', { name: 'End Session: Unknown device' }).click();
    await findToast(page, 'Session ended').waitFor();
  });

  it('are two, and all of them on a press', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await createClient(journey.url)('POST', '/api/auth/login', {
      email: ada.email,
      password: ada.password,
    });
    const page = await journey.open(paths.settings('security'), { as: ada, viewport: DESKTOP });
    const sessions = page.getByRole('region', { name: 'Sessions' });
    const ends = sessions.getByRole('button', { name: /^End Session/ });
    await sessions.getByText('This session').waitFor();
    expect(await ends.count()).toBe(1);
    await sessions.getByRole('button', { name: 'Show All' }).click();
    await expect.poll(() => ends.count()).toBe(2);
  });
});

describe('Automatic SMS', () => {
  it('starts on with the default text, and keeps another one', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await journey.open(paths.settings('follow-ups'), { as: ada, viewport: DESKTOP });
    const sms = page.getByRole('region', { name: 'Automatic SMS' });
    expect(await sms.getByRole('switch').isChecked()).toBe(true);
    await sms.getByText('Texting isn’t set up yet. We’ll keep your settings for when it is.').waitFor();
    await sms.getByRole('button', { name: 'Edit Message' }).click();
    expect(await sms.getByLabel('Message').inputValue()).toBe(
      'It was great connecting with you! Looking forward to staying in touch.',
    );
    await sms.getByLabel('Message').fill('');
    await sms.getByRole('button', { name: 'Save Message' }).click();
    await sms.getByText('String must contain at least 1 character(s)').waitFor();
    await sms.getByLabel('Message').fill('Lovely to meet you!');
    await sms.getByRole('button', { name: 'Save Message' }).click();
    await sms.getByText('Saved').waitFor();
    expect((await ada.client('GET', '/api/auth/me')).body.settings.autoSmsMessage).toBe(
      'Lovely to meet you!',
    );
    await sms.getByRole('button', { name: 'Show Outbox' }).click();
    await page
      .getByRole('dialog', { name: 'Automatic texts' })
      .getByText('No one has opted in yet.')
      .waitFor();
  });
});

describe('Notifications', () => {
  it('name no device until they are known, and load them again', { tags: ['thorough'] }, async () => {
    journey.expectError(/ERR_FAILED/);
    const page = await journey.open('about:blank', { as: await journey.register() });
    await page.route('**/api/notices/push', (route) => route.abort());
    await page.goto(paths.settings('notifications'));
    const devices = page.getByRole('region', { name: 'Devices' });
    const retry = devices.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await devices.getByText('No devices yet.').count()).toBe(0);
    await page.unroute('**/api/notices/push');
    await retry.click();
    await devices.getByText('No devices yet.').waitFor();
  });

  it('are one table, whose rows say that they are saved', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await journey.open(paths.settings('notifications'), { as: ada, viewport: PHONE });
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Email', 'Push']);
    await page.getByText('No emails will be sent: email isn’t set up yet.').waitFor();
    const leads = table.getByRole('row').filter({ hasText: 'Leads' });
    await leads.getByRole('switch', { name: 'Email me about new leads' }).click();
    await leads.getByText('Saved').waitFor();
    expect(await table.getByText('Saved').count()).toBe(1);
    expect((await ada.client('GET', '/api/notices/settings')).body.mail).toMatchObject({
      contact: true,
      lead: false,
    });
    await page.getByLabel('Frequency').selectOption('Once a day');
    await page.getByLabel('Send at').waitFor();
    await page.getByRole('region', { name: 'Timing' }).getByText('Saved').waitFor();
    await expectAccessible(page);
  });

  it('takes the end of the quiet hours from the same keyboard as their start', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    const page = await journey.open(paths.settings('notifications'), { as: ada, viewport: DESKTOP });
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    const saved = async () => (await ada.client('GET', '/api/notices/settings')).body.quietHours;
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('Until').focus();
    await expect.poll(saved).toEqual({ from: '21:30', until: '07:00' });
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Until').and(page.locator(':focus')).waitFor({ timeout: 5_000 });
    await page.getByLabel('Until').fill('06:15');
    await page.getByLabel('Until').blur();
    await expect.poll(saved).toEqual({ from: '21:30', until: '06:15' });
  });
});
