import { expect, it } from 'vitest';
import { startEngineJourney } from './journey.ts';

/** Checks that a browser's complaints are noticed at all: without it, every other journey would pass in silence. */

const journey = startEngineJourney();

it('notices a console error, an uncaught error, a refused response and a policy violation', async () => {
  const page = await journey.open('/');
  const address = '/api/cards/nothing';
  await page.evaluate((missing) => {
    // biome-ignore lint/suspicious/noConsole: this is the complaint
    console.error('said in the console');
    setTimeout(() => {
      throw new Error('thrown by nobody');
    });
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/script.js';
    document.head.append(script);
    return fetch(missing).then(({ status }) => status);
  }, address);
  await page.waitUntil('the errors were thrown', () => document.readyState === 'complete');
  journey.expectComplaint(/said in the console/);
  journey.expectComplaint(/thrown by nobody/);
  journey.expectComplaint(/40\d .*\/api\/cards\/nothing/);
  journey.expectComplaint(/Policy: script-src.* refused https:\/\/elsewhere\.example/);
  // Each engine words differently that the same script was not loaded.
  journey.expectComplaint(/elsewhere\.example/);
  expect(await page.url()).toBe(`${journey.url}/`);
});
