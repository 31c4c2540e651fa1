import type { Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  startJourney,
} from '#test/e2e/journey.ts';
import { readPdf } from '#test/read-pdf.ts';

const journey = startJourney();

const CARD = { jobTitle: 'Architect', company: null, primaryEmail: 'maya@osei.example' };

async function open(part: string): Promise<{ page: Page; cardId: string }> {
  const maya = await journey.register('Maya Osei');
  const { id: cardId } = await makeCard(maya, CARD);
  const page = await journey.open(`/share-card/${cardId}?part=${part}`, { as: maya, viewport: DESKTOP });
  return { page, cardId };
}

async function readBytes(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('A signature is copied with its formatting, also where the browser has only the old way', async () => {
  const { page, cardId } = await open('signature');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const html = await item?.getType('text/html');
      return { html: (await html?.text()) ?? '', text: await navigator.clipboard.readText() };
    });
  await page.getByRole('radio', { name: 'QR code' }).check();
  // Chromium reads what is copied under the policy of the page, complains about its styles, and keeps them.
  journey.expectError(/inline style violates .*style-src|style-src-attr refused inline/);
  await page.getByRole('button', { name: 'Copy signature' }).click();
  await findToast(page, 'Signature copied!').waitFor();
  const { html, text } = await copied();
  expect(html).toContain(`${journey.url}/card/${cardId}?via=signature`);
  expect(html).toContain('style="width:');
  expect(html).toContain(`/card/${cardId}/signature/code.png" width="120" height="120"`);
  expect(text).toContain('Maya Osei\nArchitect\n\nmaya@osei.example');

  await page.getByRole('radio', { name: 'Panel' }).check();
  await page.evaluate(() => Reflect.deleteProperty(window, 'ClipboardItem'));
  await page.getByRole('button', { name: 'Copy signature' }).click();
  await expect.poll(async () => (await copied()).html).toContain('bgcolor="#ffffff"');

  await page.getByText('Dark', { exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.reload();
  await page.getByRole('radio', { name: 'Panel', checked: true }).waitFor();
});

it('A business card is previewed as it will be, and downloaded for the printer', async () => {
  const { page } = await open('print');
  await page.getByRole('img', { name: 'Front of your business card' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: '3.5 × 2 in' }).check();
  const save = page.getByRole('button', { name: 'Download PDF' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('Maya Osei Business Card.pdf');
  const { pages } = await readPdf(await readBytes(download), 1);
  expect(pages[0]?.text).toContain('Maya Osei');
  expect(pages[0]?.boxes.TrimBox?.[2]).toBeGreaterThan(252);

  await page.getByRole('radio', { name: 'Name badge' }).check();
  await page.getByRole('img', { name: 'Your name badge' }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
