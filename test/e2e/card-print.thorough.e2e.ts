import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { waitForPaper } from '#test/e2e/card-visitors.ts';
import { startJourney } from '#test/e2e/journey.ts';

/** A card on paper: what of it is printed, and on how many pages. */
const journey = startJourney();

const RICH = {
  fullName: 'Maya Osei',
  jobTitle: 'Founding architect',
  company: 'Osei & Partners',
  department: 'Housing',
  location: 'Accra, Ghana',
  tagline: 'Buildings that outlive their drawings',
  bio: 'Libraries and markets in hot cities: shade first, then air, then walls. '.repeat(4),
  primaryEmail: 'maya@osei.example',
  secondaryEmail: 'maya.osei@mail.example',
  primaryPhone: '+233 30 255 0142',
  workPhone: '+233 30 255 0100',
  website: 'https://osei.example',
  address: '14 Independence Avenue',
  city: 'Accra',
  country: 'Ghana',
  appointmentBooking: 'https://calendar.example.com/maya/thirty',
  videoCallLink: 'https://meet.example.com/maya',
  skills: ['Timber', 'Concert halls', 'Acoustics', 'Succession planning'],
  languages: ['English', 'Twi', 'French', 'Mandarin'],
  certifications: ['Passive House Designer'],
  achievements: ['Tropical House Prize 2024', 'Shortlisted'],
  social: { linkedin: 'mayaosei', instagram: 'maya.osei', discord: 'maya' },
  customWebsites: ['books.example'],
  leadCaptureEnabled: true,
  leadCaptureFields: ['phone', 'message'],
};

async function openCard(fields: object, colorScheme: 'light' | 'dark' = 'light') {
  const owner = await journey.register('Maya Osei');
  const { id } = await makeCard(owner, { ...RICH, ...fields });
  const page = await journey.open(`/card/${id}`, { colorScheme });
  await waitForPaper(page);
  return { page, address: `${journey.url}/card/${id}` };
}

/** The number of paper pages, from the catalog of the PDF. */
async function countPages(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString('latin1');
  return Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf)?.[1]);
}

/** Text that only styles write after an element. */
const writtenAfter = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((found) => found.map((element) => getComputedStyle(element, '::after').content));

describe.each(TEMPLATES)('On paper, the %s design', (template) => {
  it('takes one page, A4 or Letter, with a background that moves', async () => {
    const { page } = await openCard({ template, backgroundVideo: 'preset:aurora' });
    expect(await countPages(page, 'A4')).toBe(1);
    expect(await countPages(page, 'Letter')).toBe(1);
  });

  it('starts a biography longer than a page on the first page', async () => {
    const { page } = await openCard({ template, bio: 'A year of work.\n'.repeat(75) });
    expect(await countPages(page, 'A4')).toBe(2);
  });

  it('has no buttons, no background and nothing to fill in, and is dark on white in dark rooms too', async () => {
    const { page } = await openCard({ template, backgroundVideo: 'preset:aurora' }, 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const gone of ['.stage', '.actions', '.foot', 'form', '.quiet-link']) {
      expect(await page.locator(`${gone}:visible`).count(), gone).toBe(0);
    }
    const colors = await page.evaluate(() =>
      ['h1', '.value', '.bio', '.sheet', 'body'].map((selector) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(selector) as Element);
        return [color, backgroundColor];
      }),
    );
    for (const [color, background] of colors) {
      expect(color).toBe('rgb(26, 26, 26)');
      expect(background).toBe('rgba(0, 0, 0, 0)');
    }
  });

  it('has a QR code of its address beside the name, and the address below', async () => {
    const { page, address } = await openCard({ template });
    const code = page.locator('.code img');
    expect(await code.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const [codeBox, nameBox] = await Promise.all([code.boundingBox(), page.locator('h1').boundingBox()]);
    if (!codeBox || !nameBox) throw new Error('The card has neither a code nor a name.');
    expect(nameBox.x).toBeLessThan(codeBox.x);
    expect(nameBox.y + nameBox.height).toBeGreaterThan(codeBox.y);
    expect(nameBox.y).toBeLessThan(codeBox.y + codeBox.height);
    // White all around, as on the paper.
    const margin = 12;
    const { x, y, width, height } = codeBox;
    const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
    const { data, info } = await sharp(await page.screenshot({ clip, scale: 'css' }))
      .resize(600)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(address);
    expect(await writtenAfter(page, '.code')).toEqual([`"${address.replace('http://', '')}"`]);
  });

  it('writes out where its links lead', async () => {
    const { page } = await openCard({ template });
    await page.emulateMedia({ media: 'print' });
    expect(await writtenAfter(page, '.rows [data-to]')).toEqual([
      '"calendar.example.com/maya/thirty"',
      '"meet.example.com/maya"',
    ]);
    expect(await writtenAfter(page, '.social a')).toEqual([
      '"linkedin.com/in/mayaosei"',
      '"instagram.com/maya.osei"',
    ]);
  });
});
