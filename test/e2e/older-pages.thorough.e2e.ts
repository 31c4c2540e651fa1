import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';
import { becomeOlder } from '#test/e2e/older-engines.ts';

/** Pages in a browser that knows none of the newer syntax: the accessibility check sees whether text has its colors. */
const journey = startJourney();

const CARD = {
  name: 'Work',
  fullName: 'Maya Osei',
  jobTitle: 'Architect',
  company: 'Osei & Partners',
  primaryEmail: 'maya@example.com',
  primaryPhone: '+233 30 255 0142',
  skills: ['Timber', 'Concert halls', 'Acoustics'],
  social: { linkedin: 'mayaosei' },
  backgroundVideo: 'preset:aurora',
};

async function openOlder(path: string, options: Parameters<typeof journey.open>[1] = {}): Promise<Page> {
  const page = await journey.open('/favicon.svg', options);
  await becomeOlder(page);
  await page.goto(path);
  return page;
}

const styleOf = (element: Locator, name: string, pseudo?: string) =>
  element.evaluate((node, { name, pseudo }) => getComputedStyle(node, pseudo).getPropertyValue(name), {
    name,
    pseudo,
  });

const CLEAR = 'rgba(0, 0, 0, 0)';

describe('In a browser without newer style sheet syntax', () => {
  it.each(TEMPLATES)('a stranger reads the %s card, saves it and shares their details', async (template) => {
    const owner = await journey.register('Maya Osei');
    const { body } = await owner.client('POST', '/api/cards', { ...CARD, template });
    const page = await openOlder(`/card/${body.id}`);
    await page.getByRole('heading', { level: 1, name: 'Maya Osei' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(
      Number.parseFloat(await styleOf(page.getByRole('heading', { level: 1 }), 'font-size')),
    ).toBeGreaterThan(30);
    expect(await styleOf(page.locator('.sheet'), 'background-color')).not.toBe(CLEAR);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save Contact' }).click();
    expect((await downloading).suggestedFilename()).toBe('Maya_Osei.vcf');
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Your Contact Information' });
    const name = dialog.getByLabel('Full Name');
    expect(await styleOf(name, 'border-bottom-width')).not.toBe('0px');
    expect(await styleOf(name, 'border-bottom-style')).toBe('solid');
    expect(await styleOf(dialog.locator('.needed').first(), 'content', '::after')).toBe('" *"');
    await expectAccessible(page);
    await name.fill('Kofi Mensah');
    await dialog.getByLabel('Email Address').fill('kofi@example.com');
    await dialog.getByRole('button', { name: 'Share Contact' }).click();
    await dialog.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([{ fullName: 'Kofi Mensah' }]);
  });

  it('the classic card keeps its separators and its hairlines', async () => {
    const owner = await journey.register('Maya Osei');
    const { body } = await owner.client('POST', '/api/cards', { ...CARD, template: 'classic' });
    const page = await openOlder(`/card/${body.id}`);
    const skill = page.locator('.tags li').nth(1);
    expect(await styleOf(skill, 'content', '::after')).toContain('·');
    expect(await styleOf(page.locator('.layout'), 'border-top-style')).toBe('solid');
  });

  it.each(['light', 'dark'] as const)('the landing page has its colors, %s', async (colorScheme) => {
    const page = await openOlder('/', { colorScheme, viewport: DESKTOP });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const ink = colorScheme === 'light' ? 'rgb(26, 26, 26)' : 'rgb(245, 245, 245)';
    expect(await styleOf(page.locator('.hero a.button'), 'background-color')).toBe(ink);
    expect(await styleOf(page.locator('body'), 'background-color')).not.toBe(CLEAR);
    expect(
      Number.parseFloat(await styleOf(page.getByRole('heading', { level: 1 }), 'font-size')),
    ).toBeGreaterThan(60);
    const panel = page.getByRole('tabpanel').first();
    expect(await styleOf(panel, 'visibility')).toBe('visible');
  });

  it('the first panel of the preview is visible without scripts too', async () => {
    const page = await openOlder('/', { javaScriptEnabled: false });
    expect(await styleOf(page.locator('.panel').first(), 'visibility')).toBe('visible');
  });

  it('an owner signs in with a form whose edges are visible', async () => {
    const person = await journey.register();
    const page = await openOlder('/auth/login');
    const field = page.getByLabel('Password');
    await field.waitFor();
    expect(await styleOf(field, 'border-top-style')).toBe('solid');
    expect(await styleOf(field, 'border-top-color')).toBe('rgb(143, 136, 125)');
    await expectAccessible(page);
    await page.getByLabel('Username').fill(person.username);
    await field.fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
  });
});
