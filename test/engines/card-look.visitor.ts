import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { startEngineJourney } from './journey.ts';
import type { EnginePage } from './page.ts';

/** How a card is rendered on paper and on screen, where engines differ. */
const journey = startEngineJourney();

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-looks-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

const CARD = {
  fullName: 'Maya Osei',
  jobTitle: 'Founding architect',
  company: 'Osei & Partners',
  tagline: 'Buildings that outlive their drawings',
  bio: 'Libraries and markets in hot cities: shade first, then air, then walls. '.repeat(4),
  primaryEmail: 'maya@osei.example',
  workEmail: 'studio@osei.example',
  primaryPhone: '+233 30 255 0142',
  website: 'https://osei.example',
  address: '14 Independence Avenue',
  city: 'Accra',
  appointmentBooking: 'https://calendar.example.com/maya',
  skills: ['Timber', 'Concert halls', 'Acoustics', 'Succession planning'],
  languages: ['English', 'Twi', 'French'],
  achievements: ['Tropical House Prize 2024', 'Shortlisted'],
  social: { linkedin: 'mayaosei', instagram: 'maya.osei' },
  leadCaptureEnabled: true,
};

async function openCard(fields: object): Promise<EnginePage> {
  const owner = await journey.register('Maya Osei');
  const { id } = await makeCard(owner, { ...CARD, ...fields });
  return journey.open(`/card/${id}`);
}

/** Counts the pages of a PDF, which may keep its objects in compressed streams (ISO 32000-1, 7.5.7). */
async function countPages(file: string): Promise<number> {
  const pdf = await fs.readFile(file);
  const texts = [pdf.toString('latin1')];
  for (const { index, 0: opening } of texts[0]?.matchAll(/stream\r?\n/g) ?? []) {
    const start = index + opening.length;
    try {
      texts.push(inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1'));
    } catch {
      // An image or a font in another encoding: no pages in there.
    }
  }
  return texts.join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

describe.each(TEMPLATES)('The %s design', (template) => {
  it('prints on one page, with a background that moves', async () => {
    const page = await openCard({ template, backgroundVideo: 'preset:aurora' });
    const file = path.join(folder, `${journey.engine}-${template}.pdf`);
    await page.print(file);
    expect(await countPages(file)).toBe(1);
  });
});

it('The classic card lies on fine lines', async () => {
  const page = await openCard({ template: 'classic' });
  const file = path.join(folder, `${journey.engine}-classic.png`);
  await page.screenshot(file);
  // Left of the frame there is nothing but paper.
  const { data } = await sharp(file)
    .extract({ left: 5, top: 100, width: 1, height: 300 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const changes = data.filter((light, row) => row > 0 && Math.abs(light - (data[row - 1] ?? 0)) >= 2).length;
  expect(changes).toBeGreaterThan(150);
});
