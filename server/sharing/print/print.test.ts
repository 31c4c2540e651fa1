import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  expectWholeWithName,
  inPoints,
  PRINT_ORIGIN,
  PRINTED_PERSON,
  picture,
  printCard,
  scanPage,
} from '#test/printed-cards.ts';
import { publishCard } from '#test/public-card.ts';
import { readPdf } from '#test/read-pdf.ts';
import { startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

/** More names are in `print.thorough.test.ts`. */

const NOW = new Date('2026-11-22T09:00:00Z');
const server = startTestServer({ PUBLIC_URL: PRINT_ORIGIN }, () => NOW);

describe('A business card as PDF', () => {
  it('has two pages that printers can cut: bleed of 3 mm, crop marks beyond it', {
    tags: ['thorough'],
  }, async () => {
    const { answer, file } = await printCard(server);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%C5%81ucja");
    expect(file.pages).toHaveLength(2);
    for (const { boxes } of file.pages) {
      const { TrimBox: trim = [], BleedBox: bleed = [], MediaBox: media = [] } = boxes;
      const [left = 0, bottom = 0, right = 0, top = 0] = trim;
      expect(right - left).toBeCloseTo(inPoints(85), 2);
      expect(top - bottom).toBeCloseTo(inPoints(55), 2);
      expect(left - (bleed[0] ?? 0)).toBeCloseTo(inPoints(3), 2);
      expect(media[2]).toBeGreaterThan(bleed[2] ?? 0);
    }
    expect(file.info).toMatchObject({
      CreationDate: 'D:20261122090000Z',
      Title: 'Łucja Ångström-Đặng, Acme & Sons',
    });
  });

  it('has the American size with an eighth of an inch, and no marks if they are off', {
    tags: ['thorough'],
  }, async () => {
    const { file } = await printCard(server, {}, '?size=3.5x2&marks=off&design=color');
    expect(file.pages[0]?.boxes).toMatchObject({
      MediaBox: [0, 0, 252 + 18, 144 + 18],
      TrimBox: [9, 9, 261, 153],
    });
  });

  it('keeps Latin text as text in embedded fonts, whatever accents it has', {
    tags: ['thorough'],
  }, async () => {
    const { file } = await printCard(server, { jobTitle: 'Аналитик' });
    const [front, back] = file.pages;
    expect(front?.text).toContain('Łucja Ångström-Đặng');
    expect(front?.text).toContain('Аналитик');
    for (const line of ['lucja@example.com', '+44 20 7946 0000', 'acme.example', 'London']) {
      expect(back?.text).toContain(line);
    }
    expect(file.fonts.length).toBeGreaterThan(1);
    expect(file.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
  });

  it('has a code that two decoders read at the resolution of an office printer', {
    tags: ['thorough'],
  }, async () => {
    const companyLogo = await picture(600, 200);
    const { id, file } = await printCard(server, { companyLogo }, '?design=color&picture=logo&size=3.5x2');
    const [, back] = file.pages;
    const link = `${PRINT_ORIGIN}/card/${id}?via=print`;
    expect(back && (await scanPage(back))).toEqual([link, link]);
  });

  it('is the same file for the same card at the same time', { tags: ['thorough'] }, async () => {
    const { id, owner, answer } = await printCard(
      server,
      { profileImage: await picture(400, 300) },
      '?picture=photo',
    );
    const again = await owner('GET', `/api/print/${id}/card.pdf?picture=photo`);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
  });

  it.each([
    ['emoji', '👩‍👩‍👧 Ada 🎉'],
    ['right to left', 'עדה לאבלייס'],
  ])('is whole with a name of %s, which stays within its page', { tags: ['thorough'] }, (_, fullName) =>
    expectWholeWithName(server, fullName),
  );

  it('ends what is too long with an ellipsis', { tags: ['thorough'] }, async () => {
    const { file } = await printCard(server, {
      fullName: 'Ada '.repeat(50).trim(),
      primaryEmail: `${'w'.repeat(60)}@example.com`,
    });
    expect(file.pages[0]?.text).toMatch(/A?d?a?…/);
    expect(file.pages[1]?.text).toMatch(/www…/);
  });
});

describe('A name badge as PDF', () => {
  it.each(
    firstOf([
      ['90x55', 90, 55],
      ['a6', 105, 148],
    ] as const),
  )('has one page of %s and a code', { tags: ['thorough'] }, async (size, width, height) => {
    const { id, owner } = await publishCard(server, PRINTED_PERSON);
    const answer = await owner('GET', `/api/print/${id}/badge.pdf?size=${size}`);
    const { pages, fonts } = await readPdf(answer.bytes);
    expect(pages).toHaveLength(1);
    const [, , right = 0, top = 0] = pages[0]?.boxes.TrimBox ?? [];
    expect([right, top].map(Math.round)).toEqual([inPoints(width), inPoints(height)].map(Math.round));
    expect(pages[0]?.text).toContain('Łucja');
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
    const link = `${PRINT_ORIGIN}/card/${id}?via=print`;
    expect(pages[0] && (await scanPage(pages[0]))).toEqual([link, link]);
  });
});

describe('The preview of a print', () => {
  it('shows each page as it will be cut, without fonts', { tags: ['thorough'] }, async () => {
    const { id, owner } = await publishCard(server, PRINTED_PERSON);
    const card = await owner('GET', `/api/print/${id}/card?design=color`);
    expect(
      card.body.pages.map(({ width, height }: { width: number; height: number }) => [width, height]),
    ).toEqual([
      [85, 55],
      [85, 55],
    ]);
    for (const { svg } of card.body.pages) {
      expect(svg).not.toContain('<text');
      const { width, height } = await sharp(Buffer.from(svg)).metadata();
      expect(width / height).toBeCloseTo(85 / 55, 1);
    }
    const badge = await owner('GET', `/api/print/${id}/badge`);
    expect(badge.body.pages).toHaveLength(1);
  });
});

describe('Chinese characters', () => {
  it('are drawn as the rest of the card says', { tags: ['thorough'] }, async () => {
    const { id, owner, change } = await publishCard(server, { fullName: '直子', company: 'ゴールド' });
    const back = async () => (await owner('GET', `/api/print/${id}/card`)).body.pages[1].svg;
    const japanese = await back();
    await change({ company: '金葉' });
    expect(await back()).not.toBe(japanese);
    await change({ company: 'ゴールド' });
    expect(await back()).toBe(japanese);
  });
});

describe('Prints', () => {
  it('are for the owner of the card, and for choices that exist', async () => {
    const { id, owner } = await publishCard(server, PRINTED_PERSON);
    expect((await server.client()('GET', `/api/print/${id}/card.pdf`)).status).toBe(401);
    for (const query of [
      'size=a4',
      'design=plaid',
      'picture=cat',
      'fields=name',
      'fields=website,x',
      'marks=1',
    ]) {
      const { status, body } = await owner('GET', `/api/print/${id}/card.pdf?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'bad_request']);
    }
    expect((await owner('GET', `/api/print/${id}/badge.pdf?size=85x55`)).status).toBe(400);
    expect((await owner('GET', '/api/print/nosuchcard/card.pdf')).status).toBe(404);
  });
});
