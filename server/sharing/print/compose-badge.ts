import { asInk, INK, WHITE } from '#site/card/colors.ts';
import { codeAt, computeQuietZone, nameManner } from './compose-card.ts';
import { type BadgeJob, fromMillimeters as mm } from './print-job.ts';
import type { TextSetter } from './set-text.ts';
import { type Item, mirrorItems, type Sheet } from './sheet.ts';
import { placeLines, type StackedLine, setName, sumHeights } from './stack.ts';

/** A name badge: the name large enough to be read from two meters, the company, and a QR code. Nothing bleeds. */

const SIZES: Record<BadgeJob['size'], { width: number; height: number }> = {
  a6: { width: mm(105), height: mm(148) },
  '90x55': { width: mm(90), height: mm(55) },
};
const GRAY = '#57534e';

/** Largest sizes, so that pictures have 300 dots an inch. */
export const BADGE_PHOTO = mm(28);
export const BADGE_LOGO = { width: mm(60), height: mm(18) };

export async function composeBadge(job: BadgeJob, setter: TextSetter): Promise<Sheet> {
  const page = job.size === 'a6' ? await composePortrait(job, setter) : await composeSmall(job, setter);
  const { title, madeAt } = job;
  return { ...SIZES[job.size], bleed: 0, hasMarks: false, title, madeAt, pages: [page] };
}

async function composePortrait(job: BadgeJob, setter: TextSetter): Promise<Item[]> {
  const { width, height } = SIZES.a6;
  const safe = mm(8);
  const side = job.picture ? mm(30) : mm(34);
  const column = { x: safe, width: width - 2 * safe, align: 'center' } as const;
  const code = codeAt(job.link, (width - side) / 2, height - safe - side, side);
  const accent = asInk(job.primaryColor, INK, [WHITE]);
  // Room for the hole of a lanyard.
  const top = mm(16);
  const picture = composePicture(job, width / 2, top);
  const pictureHeight = job.picture
    ? (picture[0] && 'height' in picture[0] ? picture[0].height : 0) + mm(4)
    : 0;
  const manner = {
    ...nameManner(job.template),
    sizes: job.picture ? [48, 44, 40, 36, 32, 28, 24, 20] : [64, 56, 48, 42, 36, 32, 28, 24, 20],
  };
  const second = { ...manner, sizes: manner.sizes.filter((size) => size <= 36).concat(16) };
  const names = await setName(setter, job, [column.width, column.width], manner, { small: 42, second });
  const facts = await Promise.all(
    [
      { text: job.company, sizes: [20, 18, 16, 14], weight: 700 as const },
      { text: job.jobTitle, sizes: [15, 14, 13, 12], weight: 400 as const },
    ]
      .filter(({ text }) => text)
      .map(({ text, sizes, weight }) => setter.set(text, column.width, { sizes, weight, family: 'sans' })),
  );
  const lines: StackedLine[] = [
    ...names.map((line) => ({ line, color: INK, above: 0 })),
    ...facts.map((line, index) => ({ line, color: index === 0 ? accent : GRAY, above: index === 0 ? 8 : 2 })),
  ];
  const textTop = top + pictureHeight;
  const free = code.y - computeQuietZone(code) - textTop - sumHeights(lines);
  const rule: Item = { kind: 'rect', x: safe, y: safe, width: column.width, height: mm(1.6), ink: accent };
  return [rule, ...picture, ...placeLines(lines, textTop + Math.max(0, free / 2), column), code];
}

function composePicture({ picture, template }: BadgeJob, center: number, y: number): Item[] {
  if (!picture) return [];
  if (picture.kind === 'photo') {
    const radius = template === 'minimal' ? 0 : BADGE_PHOTO / 2;
    const x = center - BADGE_PHOTO / 2;
    return [{ kind: 'picture', x, y, width: BADGE_PHOTO, height: BADGE_PHOTO, png: picture.bytes, radius }];
  }
  const scale = Math.min(BADGE_LOGO.width / picture.width, BADGE_LOGO.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return [{ kind: 'picture', x: center - width / 2, y, width, height, png: picture.bytes }];
}

async function composeSmall(job: BadgeJob, setter: TextSetter): Promise<Item[]> {
  const { width, height } = SIZES['90x55'];
  const safe = mm(5);
  const side = mm(19);
  const code = codeAt(job.link, width - safe - side, height - safe - side, side);
  const column = { x: safe, width: width - 2 * safe, align: 'start' } as const;
  const narrow = code.x - computeQuietZone(code) - safe;
  const accent = asInk(job.primaryColor, INK, [WHITE]);
  const manner = { ...nameManner(job.template), sizes: [44, 40, 36, 32, 28, 24, 20, 17] };
  const second = { ...manner, sizes: [28, 25, 22, 20, 18, 16, 14] };
  const names = await setName(setter, job, [column.width, narrow], manner, { small: 36, second });
  const facts = await Promise.all(
    [
      { text: job.company, sizes: [14, 13, 12, 11, 10], weight: 700 as const },
      { text: job.jobTitle, sizes: [11, 10, 9], weight: 400 as const },
    ]
      .filter(({ text }) => text)
      .map(({ text, sizes, weight }) => setter.set(text, narrow, { sizes, weight, family: 'sans' })),
  );
  const factLines = facts.map((line, index) => ({ line, color: index === 0 ? accent : GRAY, above: 1 }));
  const items = [
    ...placeLines(
      names.map((line) => ({ line, color: INK, above: 0 })),
      safe,
      column,
    ),
    ...placeLines(factLines, height - safe - sumHeights(factLines), { ...column, width: narrow }),
    code,
  ];
  return names[0]?.isRightToLeft ? mirrorItems(items, width) : items;
}
