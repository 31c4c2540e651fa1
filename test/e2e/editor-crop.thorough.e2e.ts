import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeCard } from '#test/e2e/card-editor.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** Wide, red at the left and blue at the right; `orientation` as cameras note it. */
async function createHalves(orientation = 1) {
  const side = (background: string) => ({
    create: { width: 600, height: 600, channels: 3 as const, background },
  });
  const blue = await sharp(side('blue')).png().toBuffer();
  const wide = sharp({ ...side('red'), create: { ...side('red').create, width: 1200 } })
    .composite([{ input: blue, left: 600, top: 0 }])
    .withMetadata({ orientation });
  return { name: 'halves.jpg', mimeType: 'image/jpeg', buffer: await wide.jpeg().toBuffer() };
}

/** The stored picture: its sides, and the colors at the middle of its upper and lower edge. */
async function readPicture(page: Page, address: string) {
  const bytes = await (await page.request.get(address)).body();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (y: number) => {
    const at = (y * info.width + Math.floor(info.width / 2)) * 3;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
  };
  return { sides: [info.width, info.height], top: colorAt(5), bottom: colorAt(info.height - 6) };
}

it('A photo is cropped and turned by keyboard on the smallest phone, and Undo brings it back', async () => {
  const person = await journey.register();
  const id = await makeCard(person);
  const viewport = { width: 320, height: 640 };
  const page = await journey.open(`/edit-card/${id}`, { as: person, viewport });
  await page.getByLabel('Add a photo').setInputFiles(await createHalves());
  const slot = page.getByRole('group', { name: 'Profile picture' });
  const picture = slot.locator('img');
  await picture.waitFor();
  const address = async () => (await picture.getAttribute('src')) ?? '';
  const first = await address();
  expect((await readPicture(page, first)).sides).toEqual([800, 400]);
  const crop = slot.getByRole('button', { name: 'Crop profile picture' });
  await crop.click();
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
  const frame = dialog.getByRole('group', { name: /crop selection area/ });
  await frame.waitFor();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await address()).toBe(first);

  await crop.press('Enter');
  await frame.waitFor();
  await dialog.getByRole('button', { name: 'Rotate right' }).press('Enter');
  await frame.focus();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('Control+ArrowDown');
  await dialog.getByRole('button', { name: 'Crop', exact: true }).press('Enter');
  await expect.poll(address).not.toBe(first);
  expect(await readPicture(page, await address())).toEqual({
    sides: [600, 600],
    top: 'blue',
    bottom: 'blue',
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(address).toBe(first);
});

it('A photo that a camera noted as upright is cropped as it is seen', async () => {
  const person = await journey.register();
  const page = await journey.open(`/edit-card/${await makeCard(person)}`, { as: person });
  await page.getByLabel('Add a photo').setInputFiles(await createHalves(6));
  const slot = page.getByRole('group', { name: 'Profile picture' });
  const address = async () => (await slot.locator('img').getAttribute('src')) ?? '';
  await slot.locator('img').waitFor();
  const first = await address();
  await slot.getByRole('button', { name: 'Crop profile picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
  await dialog.getByRole('group', { name: /crop selection area/ }).waitFor();
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect.poll(address).not.toBe(first);
  expect(await readPicture(page, await address())).toEqual({ sides: [600, 600], top: 'red', bottom: 'blue' });
});
