import path from 'node:path';
import { expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { publish } from './cards.ts';
import { startEngineJourney } from './journey.ts';

/** Screenshots to look at, by engine, width and theme, in a folder ignored by git. */

const journey = startEngineJourney();
const FOLDER = path.join(import.meta.dirname, '.sheets');

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

it.each(['light', 'dark'] as const)('draws the cards and the first screens, %s', async (colorScheme) => {
  const cards = [];
  for (const template of TEMPLATES) {
    const { owner, path: address } = await publish(journey, { template });
    cards.push({ name: template, address, owner });
  }
  const screens = [
    '/',
    '/auth/login',
    '/dashboard',
    '/cards',
    '/contacts',
    '/analytics',
    '/dashboard?tab=settings',
  ];
  for (const viewport of VIEWPORTS) {
    const page = await journey.open('/', { as: cards[0]?.owner, viewport, colorScheme });
    const all = [
      ...cards,
      ...screens.map((address) => ({ name: address.replaceAll(/[/?=]/g, '-'), address })),
    ];
    for (const { name, address } of all) {
      await page.goto(address);
      await page.find({ selector: 'h1' });
      const file = `${name}-${viewport.width}-${colorScheme}-${journey.engine}.png`;
      await page.screenshot(path.join(FOLDER, file));
    }
    expect(await page.url()).toContain(journey.url);
  }
});
