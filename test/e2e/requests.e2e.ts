import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** A screen is quiet once nothing was asked for as long. */
const QUIET_MS = 1_500;

it.each(['/dashboard', '/contacts', '/cards', '/dashboard?tab=settings'])(
  '%s asks for nothing twice',
  async (address) => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/robots.txt', { as: ada, viewport: PHONE });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(request.url().replace(journey.url, ''));
    });
    await page.goto(address);
    let known = -1;
    const isQuiet = () => {
      const before = known;
      known = asked.length;
      return known === before;
    };
    await expect.poll(isQuiet, { interval: QUIET_MS, timeout: 30_000 }).toBe(true);
    // Counts are asked once more when arrivals begin to be heard of: somebody may have come before.
    const counted = asked.filter((path) => path !== '/api/contacts/summary');
    expect(counted.filter((path, at) => counted.indexOf(path) !== at)).toEqual([]);
  },
);
