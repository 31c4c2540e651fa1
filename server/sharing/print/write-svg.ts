import type { TextSetter } from './set-text.ts';
import { codePath, type Ink, type Item, type PlacedLine, type PlacedPicture, type Sheet } from './sheet.ts';

/** Writes the pages of a sheet as SVG: what stays after the cut, all text as outlines. */

const formatNumber = (value: number): string => String(Number(value.toFixed(3)));

export async function writeSvgs(sheet: Sheet, setter: TextSetter): Promise<string[]> {
  const svgs: string[] = [];
  for (const items of sheet.pages) svgs.push(await writeSvg(sheet, items, setter));
  return svgs;
}

async function writeSvg({ width, height }: Sheet, items: Item[], setter: TextSetter): Promise<string> {
  const parts: string[] = [];
  for (const [index, item] of items.entries()) parts.push(await drawItem(item, `i${index}`, setter));
  const [across, down] = [formatNumber(width), formatNumber(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${down}"><path fill="#fff" d="M0 0h${across}v${down}H0z"/>${parts.join('')}</svg>`;
}

async function drawItem(item: Item, id: string, setter: TextSetter): Promise<string> {
  switch (item.kind) {
    case 'rect': {
      const { x, y, width, height, radius = 0 } = item;
      const place = `x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}"`;
      const { defs, fill } = writeInk(item.ink, id, [x, y, x + width, y + height]);
      return `${defs}<rect ${place}${radius > 0 ? ` rx="${formatNumber(radius)}"` : ''} fill="${fill}"/>`;
    }
    case 'code':
      return `<path shape-rendering="crispEdges" d="${codePath(item)}"/>`;
    case 'picture':
      return drawPicture(item, id);
    case 'line':
      return drawLine(item, setter);
  }
}

function writeInk(ink: Ink, id: string, [x1, y1, x2, y2]: [number, number, number, number]) {
  if (typeof ink === 'string') return { defs: '', fill: ink };
  const stops = `<stop stop-color="${ink.from}"/><stop offset="1" stop-color="${ink.to}"/>`;
  const place = `x1="${formatNumber(x1)}" y1="${formatNumber(y1)}" x2="${formatNumber(x2)}" y2="${formatNumber(y2)}"`;
  const gradient = `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stops}</linearGradient>`;
  return { defs: gradient, fill: `url(#${id})` };
}

const pngUrl = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

function drawPicture({ x, y, width, height, png, radius = 0 }: PlacedPicture, id: string): string {
  const place = `x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}"`;
  const image = `<image ${place} href="${pngUrl(png)}"`;
  if (radius === 0) return `${image}/>`;
  return `<clipPath id="${id}"><rect ${place} rx="${formatNumber(radius)}"/></clipPath>${image} clip-path="url(#${id})"/>`;
}

async function drawLine({ x, baseline, line, color }: PlacedLine, setter: TextSetter): Promise<string> {
  const { paths, emoji, rise, scale } = await setter.outline(line);
  const shapes = paths.map((path) => `<path d="${path}"/>`);
  const images = emoji.map(
    ({ x: left, y, side, png }) =>
      `<image x="${formatNumber(left)}" y="${formatNumber(y)}" width="${formatNumber(side)}" height="${formatNumber(side)}" href="${pngUrl(png)}"/>`,
  );
  const place = `translate(${formatNumber(x)} ${formatNumber(baseline - rise * scale)})${scale === 1 ? '' : ` scale(${scale})`}`;
  return `<g fill="${color}" transform="${place}">${[...shapes, ...images].join('')}</g>`;
}
