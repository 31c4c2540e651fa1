import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { openTab } from '#test/e2e/card-editor.ts';
import { DESKTOP, expectAccessible, startJourney } from '#test/e2e/journey.ts';

/** Windows' contrast themes remove fills and shadows: what those expressed must be shown in another way. */
const journey = startJourney();

const open = (address: string, colorScheme: 'light' | 'dark', as?: Person) =>
  journey.open(address, { viewport: DESKTOP, colorScheme, forcedColors: 'active', ...(as && { as }) });

/** One computed color of an element, or of its `::before` or `::after`. */
const colorOf = (locator: Locator, property: 'backgroundColor' | 'borderBottomColor', pseudo?: string) =>
  locator
    .first()
    .evaluate((element, [name, part]) => getComputedStyle(element, part)[name], [property, pseudo] as const);

/** The value of a system color here. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.color = color;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);

const hasEdge = (locator: Locator) =>
  locator.first().evaluate((element) => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
    return borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
  });

async function seenOwner(): Promise<Person> {
  const person = await journey.register();
  const { id } = await makeCard(person);
  const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' };
  await createClient(journey.url)('POST', `/api/cards/${id}/views`, { referrer: null }, visitor);
  return person;
}

describe.each(['light', 'dark'] as const)('A contrast theme, %s', (scheme) => {
  it('shows bars, the open tab and the current screen', async () => {
    const page = await open('/dashboard?tab=analytics', scheme, await seenOwner());
    const bars = page.locator('figure .group > div');
    await bars.first().waitFor({ state: 'attached' });
    const ground = await systemColor(page, 'Canvas');
    expect(await colorOf(bars.last(), 'backgroundColor')).toBe(await systemColor(page, 'Highlight'));
    expect(await colorOf(bars, 'backgroundColor')).toBe(await systemColor(page, 'CanvasText'));
    const share = page.getByRole('table').last().locator('tr[aria-hidden] div div');
    expect(await colorOf(share, 'backgroundColor')).not.toBe(ground);
    const highlight = await systemColor(page, 'Highlight');
    const edge = (selected: boolean) => colorOf(page.getByRole('tab', { selected }), 'borderBottomColor');
    expect(await edge(true)).toBe(highlight);
    expect(await edge(false)).toBe(await systemColor(page, 'ButtonFace'));
    await page.goto('/analytics');
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    expect(await here.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline');
  });

  it('has nothing for axe to find among contacts', async () => {
    const owner = await seenOwner();
    await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
    const page = await open('/contacts', scheme, owner);
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await expectAccessible(page);
  });

  it('shows each choice of the editor, and the colors to choose from', async () => {
    const page = await open('/create', scheme, await journey.register());
    await openTab(page, 'Design');
    await page.getByRole('radio', { name: /^Classic/ }).check();
    const highlight = await systemColor(page, 'Highlight');
    const frame = (name: string | RegExp) =>
      colorOf(
        page.locator('label').filter({ has: page.getByRole('radio', { name }) }),
        'borderBottomColor',
        '::after',
      );
    expect(await frame(/^Classic/)).toBe(highlight);
    expect(await frame(/^Modern/)).not.toBe(highlight);
    expect(await frame('Edit')).toBe(highlight);
    const swatch = page.locator('label', { hasText: 'Ocean Green' }).locator('span[aria-hidden]');
    const drawn = await swatch.evaluate((dot) => getComputedStyle(dot).backgroundImage);
    expect(drawn).toContain('linear-gradient');
    expect(await hasEdge(page.getByRole('button', { name: 'Create Card' }))).toBe(true);
  });

  it('shows switches, on and off, dialogs and the current menu item', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await open('/dashboard?tab=settings', scheme, person);
    const toggle = page.getByRole('switch', { name: 'Analytics tracking' });
    await toggle.waitFor();
    const highlight = await systemColor(page, 'Highlight');
    expect(await colorOf(toggle, 'backgroundColor')).toBe(highlight);
    await toggle.click();
    await expect.poll(() => colorOf(toggle, 'backgroundColor')).not.toBe(highlight);
    const [knob, ground] = [
      await colorOf(toggle, 'backgroundColor', '::before'),
      await systemColor(page, 'ButtonFace'),
    ];
    expect(knob).not.toBe(ground);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    expect(await hasEdge(page.getByRole('dialog'))).toBe(true);
    await page.goto('/dashboard?tab=settings&page=device');
    await page.getByRole('progressbar').waitFor();
    expect(await hasEdge(page.getByRole('progressbar'))).toBe(true);
    await page.goto('/cards');
    await page.getByRole('button', { name: 'More for Work' }).press('Enter');
    expect(await colorOf(page.getByRole('menuitem', { name: 'View' }), 'backgroundColor')).toBe(highlight);
    expect(await hasEdge(page.getByRole('link', { name: 'New Card' }))).toBe(true);
  });

  it('shows the buttons and the tab of the landing page', async () => {
    const page = await open('/', scheme);
    expect(await hasEdge(page.locator('a.button'))).toBe(true);
    const tab = (selected: boolean) => colorOf(page.getByRole('tab', { selected }), 'borderBottomColor');
    expect(await tab(true)).toBe(await systemColor(page, 'Highlight'));
    expect(await tab(false)).toBe(await systemColor(page, 'Canvas'));
  });
});
