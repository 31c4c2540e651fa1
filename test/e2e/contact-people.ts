import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import type { Journey } from '#test/e2e/journey.ts';

/** People that an owner met, and where the contacts screen shows them. */

export const GRACE = {
  fullName: 'Grace Hopper',
  jobTitle: 'Rear Admiral',
  company: 'Navy',
  email: 'grace@navy.example',
  phone: '+1 555 010 9999',
  website: 'grace.example',
  notes: 'Call me about compilers',
};
export const ZOE = { fullName: 'Zoë Ångström', company: 'Norrland AB', email: 'zoe@norrland.example' };

/** An owner who has visitors' details; the last of them tops the list. */
export async function ownerWhoMet(
  journey: Journey,
  ...people: { fullName: string; email: string }[]
): Promise<Person> {
  const owner = await journey.register();
  const { id: cardId } = await makeCard(owner);
  for (const person of people) {
    const answer = await createClient(journey.url)('POST', '/api/contacts/exchange', { ...person, cardId });
    expect(answer.status).toBe(200);
  }
  return owner;
}

export const findContacts = (page: Page) => page.getByRole('list', { name: 'Contacts' });

export const findTile = (page: Page, fullName: string) =>
  findContacts(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: fullName }) });

/** The line that shows the count of the list. */
export const findStatus = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true });

export async function openMenu(page: Page, fullName: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${fullName}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses from the menu of the whole list. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function chooseAdd(page: Page, item: 'Add Contact' | 'Scan a paper card'): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** On a phone, a row shows what it has besides the name on a press. */
export const openTile = (page: Page, fullName: string): Promise<void> =>
  page.getByRole('button', { name: `Details of ${fullName}` }).click();

/** The browser runs in another process: what it saved is read as a stream. */
export const readDownload = async (download: Download): Promise<string> =>
  (await buffer(await download.createReadStream())).toString();
