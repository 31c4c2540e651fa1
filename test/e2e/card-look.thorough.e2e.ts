import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

/** How a card is rendered in hard cases: long words, large text, other scripts, small windows, few colors. */
const journey = startJourney();

const CARD = {
  fullName: 'Jonas Lindqvist',
  jobTitle: 'Violin maker',
  company: 'Lindqvist & Daughter',
  tagline: 'New violins, old manners',
  secondaryEmail: 'jonas.lindqvist@mail.example',
  primaryPhone: '+1 202 555 0167',
  secondaryPhone: '+1 202 555 0168',
  appointmentBooking: 'https://calendar.example.com/jonas',
  videoCallLink: 'https://meet.example.com/jonas',
  skills: ['Making', 'Restoration', 'Appraisal', 'Succession planning', 'Teaching'],
  certifications: ['Master of the Guild'],
  leadCaptureEnabled: true,
};

const HEBREW = {
  fullName: 'נועה לוי',
  jobTitle: 'אדריכלית',
  company: 'Osei & Partners',
  location: 'תל אביב, ישראל',
  tagline: 'בניינים שמאריכים ימים',
  bio: 'ספריות ושווקים בערים חמות, עם Osei & Partners מאקרה.',
  primaryPhone: '+972 3 555 0142',
  skills: ['עץ', 'BIM'],
  leadCaptureEnabled: true,
};
const ARABIC = {
  ...HEBREW,
  fullName: 'ليلى حدّاد',
  jobTitle: 'مهندسة معمارية',
  company: 'مكتب حدّاد',
  bio: 'أصمّم بيوتًا للمدن الحارّة.',
};

async function openCard(fields: object, options: Parameters<typeof journey.open>[1] = {}) {
  const owner = await journey.register('Jonas Lindqvist');
  const { id } = await makeCard(owner, { ...CARD, ...fields });
  return journey.open(`/card/${id}`, options);
}

const doubleText = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

/** On how many lines each word of an element is; a word that is broken is on two. */
const linesOfWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const text = element.firstChild as Text;
      return [...text.data.matchAll(/[^\s-]+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    }),
  );

/** The pixel where the text of each of these begins or ends. */
const textEdges = (page: Page, selectors: string[], edge: 'left' | 'right') =>
  page.evaluate(
    ([all, side]) =>
      all.map((selector) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector) as Element);
        return Math.round(range.getBoundingClientRect()[side]);
      }),
    [selectors, edge] as const,
  );

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe.each(TEMPLATES)('In the %s design', (template) => {
  it.each(['Jonas Lindqvist', 'Maximiliane Birkenfeld-Featherston'])(
    'no word of the name %s is broken at twice the text size, nor a button at twice the zoom',
    async (fullName) => {
      const page = await openCard({ template, fullName });
      const words = fullName.split(/[ -]/).map(() => 1);
      expect(await linesOfWords(page, '.name')).toEqual(words);
      await doubleText(page);
      expect(await linesOfWords(page, '.name')).toEqual(words);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      await page.setViewportSize({ width: 195, height: 422 });
      expect(await linesOfWords(page, '.name')).toEqual(words);
      expect(await linesOfWords(page, '.actions .action span')).toEqual([1, 1, 1, 1]);
    },
  );

  it.each([
    ['Hebrew', HEBREW],
    ['Arabic', ARABIC],
  ])('a card in %s is read from the right, whole', async (_language, fields) => {
    const page = await openCard({ template, ...fields });
    const role = template === 'modern' ? ['.role', '.role'] : ['.job', '.company'];
    const lines = ['.name', ...role, '.tagline', '.bio'];
    if (template === 'classic') {
      const sides = await Promise.all(
        ['left', 'right'].map((side) => textEdges(page, lines.slice(0, 4), side as 'left')),
      );
      for (const at of [0, 1, 2, 3])
        expect((sides[0]?.[at] ?? 0) + (sides[1]?.[at] ?? 0)).toBeCloseTo(390, -1);
    } else {
      const edges = await textEdges(page, lines, 'right');
      for (const edge of edges) expect(Math.abs(edge - (edges[1] ?? 0))).toBeLessThanOrEqual(4);
    }
    const [first, second] = await textEdges(page, ['.tags li:first-child', '.tags li:last-child'], 'right');
    expect(first).toBeGreaterThan(second ?? 0);
    const [label, field] = await textEdges(page, ['section label', 'section form'], 'right');
    expect(Math.abs((label ?? 0) - (field ?? 0))).toBeLessThanOrEqual(2);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  it.each([
    { width: 844, height: 340 },
    { width: 667, height: 320 },
  ])('the name is in sight on a phone on its side, $width pixels wide', async (viewport) => {
    const page = await openCard({ template, backgroundVideo: 'preset:aurora' }, { viewport });
    const name = page.locator('h1');
    const box = await name.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    const isOnTop = await name.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) === element;
    });
    expect(isOnTop).toBe(true);
  });

  it('controls below the card are 44 pixels high, and fields have text of at least 16', async () => {
    const page = await openCard({ template, backgroundVideo: 'preset:aurora' });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '12px'));
    for (const target of await page.locator('.foot :is(a, button)').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    const sizes = await page
      .locator('form :is(input, textarea)')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });

  it('a contrast theme keeps the edges of buttons, fields and the dialog', async () => {
    const page = await openCard({ template, backgroundVideo: 'preset:aurora' });
    await page.emulateMedia({ forcedColors: 'active' });
    if (template === 'modern')
      expect(await styleOf(page, '.band', 'background-color')).not.toBe(
        await styleOf(page, '.sheet', 'background-color'),
      );
    expect(await styleOf(page, '.sky', 'background-image')).toContain('gradient');
    await page.getByRole('button', { name: 'Pause background' }).click();
    expect(await styleOf(page, '[data-still]', 'border-top-width')).toBe('2px');
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    expect(await styleOf(page, 'dialog', 'border-top-width')).toBe('1px');
    await page.getByRole('button', { name: 'Share Contact' }).click();
    expect(await styleOf(page, 'dialog input[type=email]', 'border-bottom-width')).toBe('2px');
  });
});

describe('Each design has its own details', () => {
  it('Minimal labels each contact line with whole words, and says Calendar and Video', async () => {
    const page = await openCard({ template: 'minimal' });
    expect(await page.locator('.rows .label').allTextContents()).toEqual([
      'Second email',
      'Phone',
      'Second phone',
      'Calendar',
      'Video',
    ]);
    expect(new Set(await linesOfWords(page, '.rows .label'))).toEqual(new Set([1]));
    const lefts = await page
      .locator('.rows :is(.label, .value)')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
  });

  it.each([
    ['Classic', '.tags li', [true, true, true, true, false]],
    ['Modern', '.role > :is(.job, .company)', [true, false]],
  ] as const)('%s puts its dots at the end of lines, never at the start', async (design, parts, dotted) => {
    const page = await openCard({ template: design.toLowerCase() });
    const dots = await page
      .locator(parts)
      .evaluateAll((items) =>
        items.map((item) =>
          ['::before', '::after'].map((side) => getComputedStyle(item, side).content.includes('·')),
        ),
      );
    expect(dots).toEqual(dotted.map((isAfter) => [false, isAfter]));
  });

  it('Minimal has forms without boxes, in one size', async () => {
    const page = await openCard({ template: 'minimal' });
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    for (const field of ['dialog input[name=phone]', 'section input[name=name]']) {
      expect(await styleOf(page, field, 'border-top-width')).toBe('0px');
      expect(await styleOf(page, field, 'border-bottom-width')).toBe('1px');
    }
    expect(await styleOf(page, 'dialog [type=submit]', 'background-color')).toBe('rgba(0, 0, 0, 0)');
    expect(await styleOf(page, 'dialog label', 'font-size')).toBe('17px');
  });

  it('Classic has forms on paper, with labels in small capitals over the edge of the fields', async () => {
    const page = await openCard({ template: 'classic' });
    const [label, field] = await Promise.all([
      textEdges(page, ['section label'], 'left'),
      page.locator('section input').first().boundingBox(),
    ]);
    expect(Math.abs((label[0] ?? 0) - (field?.x ?? 0))).toBeLessThanOrEqual(2);
    expect(await styleOf(page, 'section label', 'font-variant-caps')).toBe('small-caps');
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    expect(await styleOf(page, 'dialog input[type=email]', 'border-radius')).toBe('0px');
    expect(await styleOf(page, 'dialog', 'font-family')).toMatch(/serif$/);
  });

  it('the exchange page has two fields per row, at any width', async () => {
    const page = await openCard({ template: 'modern' }, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    await page.getByRole('heading', { name: 'Share Your Contact Information' }).waitFor();
    for (const width of [390, 560, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await Promise.all(
        (await page.locator('.pair > div').all()).map((box) => box.boundingBox()),
      );
      expect(new Set(boxes.map((box) => box?.x)).size, `${width}`).toBe(2);
    }
  });
});
