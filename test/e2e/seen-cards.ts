import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import type { Journey } from '#test/e2e/journey.ts';

/** Owners whose cards were viewed, and how the analytics screen says so. */

const DEVICES = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  tablet: 'Mozilla/5.0 (Android 13; Tablet; rv:130.0) Gecko/130.0 Firefox/130.0',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
};

let visitors = 0;

/**
 * A view by somebody new. Each has a browser of their own; their address and `city` are heard only by a product behind
 * a proxy (`TRUST_PROXY`).
 */
export async function look(
  journey: Journey,
  cardId: string,
  device: keyof typeof DEVICES,
  more: { city?: string; referrer?: string },
) {
  visitors += 1;
  const headers = {
    'user-agent': `${DEVICES[device]} Visitor/${visitors}`,
    'x-forwarded-for': `198.51.100.${visitors}`,
    ...(more.city ? { 'cf-ipcity': more.city, 'cf-ipcountry': 'DE' } : {}),
  };
  const body = { referrer: more.referrer ?? null };
  const answer = await createClient(journey.url)('POST', `/api/cards/${cardId}/views`, body, headers);
  expect(answer.body).toEqual({ isCounted: true });
}

export const addCard = async (person: Person, name: string): Promise<string> =>
  (await person.client('POST', '/api/cards', { name, fullName: person.fullName })).body.id;

/** An owner of two cards, one viewed eight times by eight visitors and one never. */
export async function seenOwner(journey: Journey): Promise<Person> {
  const person = await journey.register();
  const work = await addCard(person, 'Work');
  await addCard(person, 'Quiet');
  const sources = [
    'https://www.linkedin.com/feed/',
    'https://t.co/x',
    undefined,
    'https://www.linkedin.com/',
  ];
  for (const referrer of sources) await look(journey, work, 'phone', { referrer, city: 'Berlin' });
  await look(journey, work, 'tablet', {});
  for (const referrer of ['https://a.example', 'https://b.example', 'https://c.example'])
    await look(journey, work, 'desktop', { referrer });
  return person;
}

export const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
export const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true });
