import sharp from 'sharp';
import { expect } from 'vitest';
import { readCode } from '#test/code-readers.ts';
import { publishCard } from '#test/public-card.ts';
import { readPdf } from '#test/read-pdf.ts';
import type { TestServer } from '#test/server.ts';

/** Cards that are printed, and the look of their pages. */

export const PRINT_ORIGIN = 'https://cards.example';

export const PRINTED_PERSON = {
  fullName: 'Łucja Ångström-Đặng',
  jobTitle: 'Analyst',
  company: 'Acme & Sons',
  primaryEmail: 'lucja@example.com',
  primaryPhone: '+44 20 7946 0000',
  website: 'acme.example',
  city: 'London',
};

interface Page {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  boxes: Record<string, number[]>;
}

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 60, b: 120, alpha: 0.5 } } })
    .png()
    .toBuffer()
    .then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);

export const inPoints = (millimeters: number) => (millimeters * 72) / 25.4;

/** The readings of two decoders by others. */
export async function scanPage({ data, width, height }: Omit<Page, 'boxes'>) {
  const { jsqr, zxing } = await readCode(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
  return [jsqr, zxing];
}

export async function printCard(server: TestServer, fields: object = {}, query = '') {
  const { id, owner } = await publishCard(server, { ...PRINTED_PERSON, ...fields });
  const answer = await owner('GET', `/api/print/${id}/card.pdf${query}`);
  expect(answer.status).toBe(200);
  return { id, owner, answer, file: await readPdf(answer.bytes) };
}

/** A card with this name is whole, and the name stays within its page. */
export async function expectWholeWithName(server: TestServer, fullName: string): Promise<void> {
  const photo = await picture(300, 300);
  const fields = { fullName, company: fullName, profileImage: photo };
  const { id, file } = await printCard(server, fields, '?picture=photo');
  expect(file.pages).toHaveLength(2);
  expect(file.fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  const [front, back] = file.pages;
  const link = `${PRINT_ORIGIN}/card/${id}?via=print`;
  expect(back && (await scanPage(back))).toEqual([link, link]);
  expect(front && darkOutside(front, 3)).toBe(0);
  expect(front && darkInside(front)).toBeGreaterThan(200);
}

/** Dark pixels on paper that are nearer to the cut than the safe area, which begins `millimeters` from it. */
function darkOutside(page: Page, millimeters: number): number {
  return countDark(page, (depth) => depth >= 0 && depth < inPoints(millimeters));
}

const darkInside = (page: Page) => countDark(page, (depth) => depth > inPoints(4.5));

/** `counts` gets how many points a pixel is inside the cut; negative outside. */
function countDark({ data, width, height, boxes }: Page, counts: (depth: number) => boolean): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = boxes.TrimBox ?? [];
  const scale = width / (boxes.MediaBox?.[2] ?? width);
  let dark = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [px, py] = [x / scale, y / scale];
      const depth = Math.min(px - left, right - px, py - bottom, top - py);
      if ((data[(y * width + x) * 4] ?? 255) < 200 && counts(depth)) dark += 1;
    }
  }
  return dark;
}
