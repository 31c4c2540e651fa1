import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();
const MOST = 60_000;

/** A photo whose 800 px JPEG has more than 100 KB, as photos from cameras do. */
async function takePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 110 } as const;
  const grain = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer();
  return sharp(grain).blur(1.2).jpeg({ quality: 95 }).toBuffer();
}

it.each(TEMPLATES)('a %s card with a photo is 60 KB in all on a phone', async (template) => {
  const ada = await journey.register();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await takePhoto())]), 'photo.jpg');
  const { body: photo } = await ada.client('POST', '/api/media', form);
  const { body: card } = await ada.client('POST', '/api/cards', {
    name: 'Work',
    fullName: 'Ada Lovelace',
    template,
    profileImage: photo.url,
  });
  const page = await journey.open('/logo-preview', { deviceScaleFactor: 3 });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const sizes: number[] = [];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void sizes.push(encodedDataLength));
  await page.goto(`/card/${card.id}`);
  const portrait = page.getByRole('img', { name: 'Ada Lovelace' });
  expect(await portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-400.webp');
  // The page and the photo.
  await expect.poll(() => sizes.length).toBeGreaterThanOrEqual(2);
  expect(photo.bytes).toBeGreaterThan(100_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});
