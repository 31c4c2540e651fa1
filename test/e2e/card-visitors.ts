import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Helpers shared by journeys: what visitors of a card do. */

/** Leaves a visitor's details at a card. */
export async function meet(url: string, cardId: string, fullName: string, company = '') {
  const body = { fullName, company, email: 'guest@example.com', cardId };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/contacts/exchange`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** A view by an ordinary browser: those that run these journeys identify as bots, which are not counted. */
export async function look(url: string, cardId: string) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' };
  const answer = await fetch(`${url}/api/cards/${cardId}/views`, { method: 'POST', headers });
  expect(await answer.json()).toEqual({ isCounted: true });
}

/** Waits for what only paper needs, which comes after the page. */
export const waitForPaper = (page: Page) =>
  page.waitForFunction(() => {
    const code = document.querySelector<HTMLImageElement>('.code img');
    return code?.complete && code.naturalWidth > 0 && document.styleSheets.length > 1;
  });
