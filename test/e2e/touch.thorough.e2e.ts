import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { openTab } from '#test/e2e/card-editor.ts';
import { expectNoSidewaysScroll, PHONE, startJourney, waitForQuiet } from '#test/e2e/journey.ts';

/** A phone's needs: text that does not make it zoom, targets for a fingertip, space for its notch. */
const journey = startJourney();

const openPhone = (address: string, as?: Person) =>
  journey.open(address, { hasTouch: true, isMobile: true, ...(as && { as }) });

async function ownerWithContact(): Promise<Person> {
  const person = await journey.register();
  const { id } = await makeCard(person);
  const grace = {
    cardId: id,
    fullName: 'Grace Hopper',
    email: 'grace@navy.example',
    phone: '+1 555 010 9999',
  };
  expect((await createClient(journey.url)('POST', '/api/contacts/exchange', grace)).status).toBe(200);
  return person;
}

const smallFields = (page: Page) =>
  page
    .locator('input:not([type=checkbox],[type=radio],[type=file],[type=color]),select,textarea')
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML),
    );

/** Controls smaller than a fingertip, except links inside a sentence. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button,a[href],select,[role=switch],[role^=menuitem],label')]
      .filter((target) => target.checkVisibility() && !target.closest('.sr-only'))
      .filter((target) => target.tagName !== 'LABEL' || target.querySelector('input'))
      .filter((target) => getComputedStyle(target).display !== 'inline')
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 43.9 || box.height < 43.9))
      .map(({ target, box }) => `${box.width} × ${box.height}: ${target.ariaLabel ?? target.textContent}`),
  );

describe('On a phone', () => {
  it.each([
    '/auth/login',
    '/auth/register',
    '/dashboard',
    '/dashboard?tab=cards',
    '/dashboard?tab=settings',
    '/dashboard?tab=settings&page=security',
    '/dashboard?tab=settings&page=notifications',
    '/dashboard?tab=settings&page=follow-ups',
    '/dashboard?tab=settings&page=contacts',
    '/dashboard?tab=settings&page=device',
    '/cards',
    '/contacts',
    '/analytics',
    '/checkout',
  ])('%s has letters of 16 px in fields, and targets of 44 px', async (address) => {
    const page = await openPhone(address, address.startsWith('/auth') ? undefined : await ownerWithContact());
    await page.locator('h1').waitFor();
    await waitForQuiet(page);
    expect(await smallFields(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  it('so does each tab of the editor, a dialog and a menu', async () => {
    const page = await openPhone('/create', await ownerWithContact());
    for (const tab of ['Basic', 'Design', 'Social', 'Media']) {
      await openTab(page, tab);
      await waitForQuiet(page);
      expect(await smallFields(page), tab).toEqual([]);
      expect(await smallTargets(page), tab).toEqual([]);
    }
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Details of Grace Hopper' }).tap();
    await page.getByRole('button', { name: 'More about Grace Hopper' }).tap();
    await page.getByRole('menuitem', { name: 'Add Notes' }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Add Notes' }).tap();
    await page.getByRole('dialog').waitFor();
    expect(await smallFields(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  });

  it('stays clear of notch and home indicator', async () => {
    const page = await openPhone('/dashboard', await ownerWithContact());
    await page.locator('h1').waitFor();
    const session = await page.context().newCDPSession(page);
    const insets = { top: 40, bottom: 34, left: 30, right: 30 };
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const bottom = async () => {
      const link = await navigation.getByRole('tab').first().boundingBox();
      return (link?.y ?? 0) + (link?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height - insets.bottom);
    const logo = await page.getByRole('link', { name: 'Goldleaf, dashboard' }).boundingBox();
    expect(logo?.y).toBeGreaterThanOrEqual(insets.top);
    expect(logo?.x).toBeGreaterThanOrEqual(insets.left);
  });

  it('keeps the sign-in form on screen at twice the text size', async () => {
    const page = await openPhone('/auth/login');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectNoSidewaysScroll(page);
    const submit = await page.getByRole('button', { name: 'Sign In' }).boundingBox();
    expect((submit?.x ?? 0) + (submit?.width ?? 999)).toBeLessThanOrEqual(PHONE.width);
  });
});
