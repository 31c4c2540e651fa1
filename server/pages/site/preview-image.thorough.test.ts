import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { publishCard } from '#test/public-card.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const TEMPLATES = ['modern', 'classic', 'minimal'] as const;
/** The first and last column in which each template's name and facts may stand. */
const COLUMNS = { modern: [488, 1138], classic: [140, 1060], minimal: [72, 1138] } as const;
/** The product's name stands lower. */
const BOTTOM = { modern: 555, classic: 540, minimal: 555 } as const;

const NAMES = [
  'Dr. Wolfeschlegelsteinhausenbergerdorff-Schmidt von und zu Hohenzollern',
  'W'.repeat(200),
  'محمد بن عبد الله القحطاني',
  'कमल किशोर क्षत्रिय '.repeat(6),
  '山田太郎'.repeat(30),
  '👩🏽‍💻'.repeat(25),
];

/** The columns of a picture in which something else than the ground is drawn, beside what stands there anyway. */
async function inkColumns(png: Buffer, [from, to]: readonly [number, number], bottom: number) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => (y * info.width + x) * 3;
  const isInk = (x: number, y: number) =>
    [0, 1, 2].some(
      (part) => Math.abs((data[at(x, y) + part] ?? 0) - (data[at(from - 10, 60) + part] ?? 0)) > 60,
    );
  const columns: number[] = [];
  for (let x = from - 12; x < to + 12; x += 1) {
    for (let y = 60; y < bottom; y += 1) {
      if (!isInk(x, y)) continue;
      columns.push(x);
      break;
    }
  }
  return { left: columns[0] ?? -1, right: columns.at(-1) ?? -1, count: columns.length };
}

describe('The share picture', () => {
  it.each(TEMPLATES)(
    'of a %s card keeps every name within its column',
    { tags: ['thorough'] },
    async (template) => {
      const { path, change } = await publishCard(server, { template });
      for (const fullName of NAMES) {
        const changed = await change({
          fullName,
          jobTitle: 'A very long title '.repeat(9),
          company: 'شركة الخليج للتصميم',
        });
        expect([fullName, changed.status]).toEqual([fullName, 200]);
        const reply = await fetch(`${server.url}${path}/preview.png`);
        expect([fullName, reply.status]).toEqual([fullName, 200]);
        const png = Buffer.from(await reply.arrayBuffer());
        const [from, to] = COLUMNS[template];
        const { left, right, count } = await inkColumns(png, [from, to], BOTTOM[template]);
        expect({ fullName, isWithin: left >= from - 2 && right <= to + 2, isDrawn: count > 60 }).toEqual({
          fullName,
          isWithin: true,
          isDrawn: true,
        });
      }
    },
  );

  it.each(['modern', 'minimal'] as const)(
    'of a %s card puts a name written from right to left on the right',
    { tags: ['thorough'] },
    async (template) => {
      const { path } = await publishCard(server, { template, fullName: 'שרה לוי', company: 'Acme Ltd.' });
      const png = Buffer.from(await (await fetch(`${server.url}${path}/preview.png`)).arrayBuffer());
      const [from, to] = COLUMNS[template];
      const { left, right } = await inkColumns(png, COLUMNS[template], BOTTOM[template]);
      expect(right).toBeGreaterThan(to - 40);
      expect(left).toBeGreaterThan(from + 80);
    },
  );

  it('of a Japanese card draws characters as in Japan', { tags: ['thorough'] }, async () => {
    const draw = async (workPhone: string) => {
      const { path } = await publishCard(server, { fullName: '今野 直', workPhone });
      return Buffer.from(await (await fetch(`${server.url}${path}/preview.png`)).arrayBuffer());
    };
    const [japan, china] = [await draw('+81 3 1234 5678'), await draw('+86 10 1234 5678')];
    expect(japan.equals(china)).toBe(false);
  });

  it('and the icon of a card without a photo show no box for a missing glyph', async () => {
    const { path, change } = await publishCard(server, { fullName: '李' });
    const known = await fetch(`${server.url}${path}/icon.png`);
    await change({ fullName: '\u{12000}' });
    const unknown = await fetch(`${server.url}${path}/icon.png`);
    const inkOf = async (reply: Response) => {
      const { channels } = await sharp(Buffer.from(await reply.arrayBuffer()))
        .greyscale()
        .stats();
      return channels[0]?.stdev ?? 0;
    };
    // A gradient alone varies little.
    expect(await inkOf(known)).toBeGreaterThan((await inkOf(unknown)) * 1.5);
  });
});
