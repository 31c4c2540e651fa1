import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney();
/** Headless browsers count as robots. */
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

interface Phone {
  /** Holds a tag to the phone; `found` stands for a tag that holds something else. */
  tap: (found?: string) => void;
  /** The link on the tag. */
  link: string;
  isLocked: boolean;
}
type Held = typeof globalThis & { phone: Phone; isRefused?: boolean };

/** Acts like Chrome on a phone with NFC: whatever waits for a tag goes on when one is held to it. */
function pretendNfc(): void {
  const waiting: ((found?: string) => void)[] = [];
  const held = globalThis as Held;
  held.phone = { tap: (found) => waiting.shift()?.(found), link: '', isLocked: false };
  const tapped = () => new Promise<string | undefined>((resolve) => waiting.push(resolve));
  class NDEFReader extends EventTarget {
    async write({ records }: { records: { recordType: string; data: string }[] }) {
      if (held.isRefused) throw new DOMException('', 'NotAllowedError');
      await tapped();
      held.phone.link = records.map(({ recordType, data }) => `${recordType} ${data}`).join();
    }
    async scan() {
      void tapped().then((found) => {
        const data = new TextEncoder().encode(found ?? held.phone.link.replace('url ', ''));
        const message = { records: [{ recordType: 'url', data: new DataView(data.buffer) }] };
        this.dispatchEvent(Object.assign(new Event('reading'), { message }));
      });
    }
    async makeReadOnly() {
      await tapped();
      held.phone.isLocked = true;
    }
  }
  Object.assign(globalThis, { NDEFReader });
}

const tap = (page: Page, found?: string) =>
  page.evaluate((text) => (globalThis as Held).phone.tap(text), found);
const onTag = (page: Page) => page.evaluate(() => (globalThis as Held).phone);
const refuse = (page: Page, isRefused: boolean) =>
  page.evaluate((is) => Object.assign(globalThis, { isRefused: is }), isRefused);

it('writes a tag, checks it, locks it and counts its views', async () => {
  const ada = await journey.register();
  const { id } = await makeCard(ada);
  const page = await journey.open('/dashboard', { as: ada, viewport: PHONE });
  await page.addInitScript(pretendNfc);
  await page.goto(`/share-card/${id}?part=nfc`);
  await page.getByRole('button', { name: 'Write a tag' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Front desk');
  await dialog.getByLabel('Lock the tag after writing').check();
  await expectAccessible(page);

  await refuse(page, true);
  await dialog.getByRole('button', { name: 'Write tag' }).click();
  await dialog.getByText('Allow NFC for this site').waitFor();
  await refuse(page, false);
  await dialog.getByRole('button', { name: 'Write tag' }).click();
  await dialog.getByText('Hold the tag to the back of the phone').waitFor();
  await tap(page);
  await dialog.getByText('Lift it and hold it again').waitFor();
  await tap(page, 'https://elsewhere.example/');
  await dialog.getByText('This tag contains something else').waitFor();
  await tap(page);
  await dialog.getByText('Locking can’t be undone').waitFor();
  expect(await onTag(page)).toMatchObject({
    link: `url ${journey.url}/card/${id}?via=nfc&tag=1`,
    isLocked: false,
  });
  await dialog.getByRole('button', { name: 'Lock permanently' }).click();
  await dialog.getByText('Hold the tag one last time').waitFor();
  journey.expectError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await tap(page);
  await dialog.getByText('The tag is locked and opens your card').waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await onTag(page)).isLocked).toBe(true);

  await journey.open(`/card/${id}?via=nfc&tag=1`, { userAgent: IPHONE });
  await vi.waitFor(async () => {
    const { body } = await ada.client('GET', `/api/nfc/${id}/tags`);
    expect(body[0].views).toBe(1);
  });
  await page.reload();
  const list = page.getByRole('region', { name: 'Your tags' });
  await list.getByText('1 view').waitFor();
  await list.getByRole('img', { name: 'Locked' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await list.getByRole('button', { name: 'More for Front desk' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await findToast(page, 'Tag removed').waitFor();
  await list.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByText('Front desk').waitFor();
});

it('chooses a name for a card, which becomes its main link', async () => {
  const [ada, bob] = [await journey.register(), await journey.register()];
  const [{ id }, { id: others }] = [await makeCard(ada), await makeCard(bob)];
  const choose = async (page: Page, name: string) => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByText(`${name} is free.`).waitFor();
    await page.getByRole('button', { name: 'Use this name' }).click();
    await page
      .getByRole('link', { name: `/c/${name}` })
      .first()
      .waitFor();
  };
  const bobs = await journey.open(`/share-card/${others}?part=address`, { as: bob });
  await choose(bobs, 'modern-art');

  const page = await journey.open(`/share-card/${id}?part=address`, { as: ada });
  await page.getByLabel('Name', { exact: true }).fill('rnodern-art');
  await page.getByText('looks like it, is taken').waitFor();
  await page.getByRole('button', { name: /^Take .* instead$/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('ada-lovelace');
  await choose(page, 'ada-lovelace');
  await page.getByLabel('Make it the main link').check();
  await page.getByLabel('Use my username').check();
  await page
    .getByRole('link', { name: `/${ada.username}` })
    .first()
    .waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'All sharing options' }).click();
  await page.getByRole('link', { name: 'Link', exact: true }).click();
  await page.getByRole('link', { name: '/c/ada-lovelace' }).waitFor();
  const visitor = await journey.open('/c/ADA-LOVELACE?via=mail');
  expect(visitor.url()).toBe(`${journey.url}/c/ada-lovelace?via=mail`);
  await visitor.getByText('Save Contact').waitFor();

  // On another device.
  await ada.client('PUT', `/api/aliases/cards/${id}`, { name: 'countess-ada' });
  await page.getByRole('link', { name: 'All sharing options' }).click();
  await page.getByRole('link', { name: 'Short link' }).click();
  await page.getByRole('link', { name: '/c/countess-ada' }).first().waitFor();
});
