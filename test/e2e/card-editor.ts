import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Person } from '#test/built-product.ts';

/** Helpers shared by the journeys of the card editor. */

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo larger than cards keep, in one color. */
export async function createPicture(name: string, background: string): Promise<ChosenFile> {
  const image = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}

export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  // A press is lost if the page moves under the pointer, as it may while images and chunks arrive.
  await expect
    .poll(async () => {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      return tab.getAttribute('aria-selected');
    })
    .toBe('true');
}

/** Opens a field that is not shown yet; it then has the focus. */
export async function addField(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await expect
    .poll(() => page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
}

/** Creates a card of this person through the API; resolves to its id. */
export async function makeCard(person: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const card = { name: 'Work', fullName: person.fullName, ...fields };
  const answer = await person.client('POST', '/api/cards', card);
  expect(answer.status).toBe(200);
  return answer.body.id;
}

export async function cardsOf(person: Person) {
  return (await person.client('GET', '/api/cards')).body;
}

/** Drops a file on the profile picture, or pastes it wherever the page has focus. */
export async function giveFile(page: Page, how: 'drop' | 'paste', file: ChosenFile) {
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      return data;
    },
    { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  );
  const slot = page.getByRole('group', { name: 'Profile picture' });
  if (how === 'drop') await slot.dispatchEvent('drop', { dataTransfer: transfer });
  else {
    await page
      .locator('body')
      .evaluate(
        (element, clipboardData) =>
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          ),
        transfer,
      );
  }
}
