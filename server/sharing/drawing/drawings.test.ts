import fs from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import satori from 'satori';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { drawingAssets } from './drawing-assets.ts';
import type { TextBlock } from './drawing-tasks.ts';
import { createDrawings } from './drawings.ts';
import { unpackWoff } from './sfnt.ts';

const drawings = createDrawings(pino({ level: 'silent' }));
afterAll(() => drawings.close());
const request = { lane: 'upload', key: 'ada', name: 'these names' } as const;

const NAMES = [
  'Łukasz Żółć-Wójcik',
  'Nguyễn Thị Hồng Ngọc',
  'Adébáyọ̀ Ọlátúnjí',
  'Ἀθηνᾶ Παπαδοπούλου',
  'Юрий Ґалаґан',
  'محمد عبد الله',
  'فاطمهٔ پیروزفر',
  'שָׂרָה לוי',
  'कमल किशोर क्षत्रिय',
  'สมชาย ใจดีกว่า',
  '李明',
  '劉德華',
  '𠮷野家 さくら',
  '渡邊 純一郎',
  '김민준 (金)',
  'გიორგი მაისურაძე',
  'Հայկ Պետրոսյան',
  'ছবি বন্দ্যোপাধ্যায়',
  'தமிழ்ச்செல்வன்',
  'ശ്രീകുമാർ',
  'సత్యనారాయణ',
  'ಶ್ರೀನಿವಾಸ',
  'ગુજરાતી પટેલ',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'ශ්‍රී ලංකා',
  'សុខា ចាន់',
  'ສົມຊາຍ',
  'အောင်ဆန်းစုကြည်',
  'አበበ ቢቂላ',
  '𝓐𝓭𝓪 𝔏𝔬𝔳𝔢𝔩𝔞𝔠𝔢',
  'Ada 😀👩🏽‍💻🇩🇪 1️⃣ ♥ ❤️ ✓ © ™',
  'A\u{12000}\u{e000}\u{ffff}\ud800da',
];

interface Point {
  x: number;
  y: number;
}
const pointsOf = (subpath: string): Point[] =>
  [...subpath.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
const sizeOf = (points: Point[]) => ({
  width: Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x)),
  height: Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y)),
});

/** Noto's glyph for a missing character: a box of 412 by 714 units with another one 50 units within it. */
function countMissing(path: string): number {
  const boxes = path
    .split('Z')
    .map(pointsOf)
    .filter((points) => points.length >= 4 && points.length <= 5)
    .map(sizeOf);
  return boxes.filter(
    ({ width, height }, index) =>
      Math.abs(width / height - 412 / 714) < 0.01 &&
      boxes.slice(index).some((inner) => Math.abs(inner.height / height - 614 / 714) < 0.01),
  ).length;
}
const pathsOf = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path);

const text = (value: string, changed: Partial<TextBlock> = {}): TextBlock => ({
  kind: 'text',
  text: value,
  width: 600,
  sizes: [60, 45, 30],
  lines: 2,
  color: '#000000',
  weight: 700,
  ...changed,
});
const alone = (block: TextBlock) => ({
  width: 800,
  height: 200,
  root: {
    kind: 'box',
    style: { width: 800, height: 200, paddingLeft: 100, backgroundColor: '#ffffff' },
    children: [block],
  } as const,
});

/** The columns and rows in which something dark is drawn. */
async function inkOf(png: Buffer) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.entries()].filter(([, value]) => value < 160).map(([at]) => at);
  const columns = dark.map((at) => at % info.width);
  return { left: Math.min(...columns), right: Math.max(...columns), count: dark.length };
}

async function expectOutlines(weight: 300 | 400 | 700, family: 'sans' | 'serif'): Promise<void> {
  const lines = NAMES.map((name) => ({ text: name, width: 900, sizes: [40], weight, family }));
  const shaped = await drawings.run('lines', { lines }, request);
  const missing = NAMES.filter((_, index) => shaped[index]?.paths.some((path) => countMissing(path) > 0));
  expect(missing).toEqual([]);
  expect(NAMES.filter((_, index) => (shaped[index]?.width ?? 0) < 30)).toEqual([]);
}

describe('Text', () => {
  it('of any script and emoji is outlines, never a box for a missing glyph', {
    tags: ['thorough'],
  }, async () => {
    const font = path.join(drawingAssets('fonts'), 'noto-sans/files/noto-sans-latin-700-normal.woff');
    const raw = await satori({ type: 'div', props: { children: '李' } } as never, {
      width: 100,
      height: 100,
      fonts: [{ name: 'latin', data: unpackWoff(fs.readFileSync(font)) }],
    });
    expect(pathsOf(raw).map(countMissing), 'the check itself finds one').toContain(1);
    await expectOutlines(400, 'sans');
  });

  it.each([
    [300, 'sans'],
    [300, 'serif'],
    [400, 'serif'],
    [700, 'sans'],
    [700, 'serif'],
  ] as const)('of any script and emoji is outlines in weight %i, %s', { tags: ['thorough'] }, expectOutlines);

  it('stays in its column, and ends in an ellipsis where it does not fit', {
    tags: ['thorough'],
  }, async () => {
    const long = [
      ...NAMES.map((name) => `${name} `.repeat(12)),
      'W'.repeat(200),
      'محمد'.repeat(50),
      'م'.repeat(200),
      '山'.repeat(200),
    ];
    for (const name of long) {
      const png = await drawings.run('png', alone(text(name)), request);
      const { left, right, count } = await inkOf(png);
      expect({ name, left: left >= 98, right: right <= 702, isDrawn: count > 1000 }).toEqual({
        name,
        left: true,
        right: true,
        isDrawn: true,
      });
    }
  });

  it('takes the largest size that fits, and stands right if it is written from right to left', {
    tags: ['thorough'],
  }, async () => {
    const [short, long, endless] = await drawings.run(
      'lines',
      {
        lines: ['Ada', 'Ada Lovelace Byron', 'W'.repeat(90)].map((name) => ({
          text: name,
          width: 120,
          sizes: [20, 12, 9],
        })),
      },
      request,
    );
    expect([short?.size, long?.size, endless?.size]).toEqual([20, 12, 9]);
    expect(endless?.width).toBeLessThanOrEqual(120);
    expect(endless?.width).toBeGreaterThan(110);
    const [latin, hebrew] = await Promise.all(
      ['Ada', 'שרה'].map(async (name) => inkOf(await drawings.run('png', alone(text(name)), request))),
    );
    expect([latin?.left, hebrew?.right].map((edge) => Math.round((edge ?? 0) / 10))).toEqual([10, 70]);
  });

  it('has its baseline where it says', { tags: ['thorough'] }, async () => {
    const [line] = await drawings.run('lines', { lines: [{ text: 'H', width: 90, sizes: [10] }] }, request);
    const bottom = Math.max(...pointsOf(line?.paths[0] ?? '').map(({ y }) => y));
    expect(bottom).toBeCloseTo(line?.baseline ?? 0, 1);
  });

  it('has the dots of Arabic letters where they belong', async () => {
    const [line] = await drawings.run('lines', { lines: [{ text: 'ني', width: 90, sizes: [20] }] }, request);
    const dots = (line?.paths ?? [])
      .flatMap((path) => path.split('Z').map(pointsOf))
      .filter((points) => points.length > 4 && sizeOf(points).width < 4)
      .map((points) => Math.min(...points.map(({ y }) => y)) - (line?.baseline ?? 0));
    // One above the letter nun, two below the tail of ya.
    expect(dots.map((below) => (below > 5 ? 'below' : below < -10 ? 'above' : 'astray')).sort()).toEqual([
      'above',
      'below',
      'below',
    ]);
  });

  it('shows Chinese characters as the people of the name write them', { tags: ['thorough'] }, async () => {
    const draw = (name: string, han: 'zh-Hans' | 'zh-Hant' | 'ja') =>
      drawings.run('svg', { ...alone(text(name)), han }, request);
    const forms = await Promise.all([draw('誤', 'zh-Hans'), draw('誤', 'zh-Hant'), draw('誤', 'ja')]);
    expect(new Set(forms).size).toBe(3);
  });

  it('that is hostile is drawn or left out, and the next one is drawn', { tags: ['thorough'] }, async () => {
    const hostile = [
      '😀'.repeat(5000),
      `Z${'\u0335\u0327\u0361'.repeat(3000)}algo`,
      '\u0000\u0007\u001b[31m\u202eevil\u2066',
      '\u200d'.repeat(4000),
      '\u{1f1e6}'.repeat(999),
      '<svg onload="x">&amp;"\'',
      '',
      '\u{e000}\u{12000}',
      'ffi ﷽'.repeat(200),
      'constructor __proto__ toString',
    ];
    for (const name of hostile) {
      const svg = await drawings.run('svg', alone(text(name)), request);
      expect(pathsOf(svg).filter((path) => countMissing(path) > 0)).toEqual([]);
      expect(svg).not.toMatch(/onload|<text|<script/);
      const [line] = await drawings.run(
        'lines',
        { lines: [{ text: name, width: 200, sizes: [12] }] },
        request,
      );
      expect(line?.width).toBeLessThanOrEqual(200);
    }
    const png = await drawings.run('png', alone(text('Ada')), request);
    expect((await inkOf(png)).count).toBeGreaterThan(300);
  });
});

describe('Pictures', () => {
  it('larger than anyone needs are refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
    await expect(drawings.run('paint', { svg, width: 5000 }, request)).rejects.toMatchObject({
      code: 'invalid',
    });
    expect((await sharp(await drawings.run('paint', { svg, width: 90 }, request)).metadata()).height).toBe(
      90,
    );
  });
});
