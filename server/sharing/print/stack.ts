import type { SetLine, TextManner, TextSetter } from './set-text.ts';
import type { Item, PlacedLine } from './sheet.ts';

/** Lines of text below each other. */

export interface StackedLine {
  line: SetLine;
  color: string;
  /** Free space above it, in points. */
  above: number;
}

/** Height of a line of this size, without space around it. */
export const lineHeight = ({ size }: SetLine): number => size * 1.2;

export const sumHeights = (lines: readonly StackedLine[]): number =>
  lines.reduce((height, { line, above }) => height + above + lineHeight(line), 0);

interface Column {
  x: number;
  width: number;
  align: 'start' | 'center';
}

/** The lines in a column, from `top` down. */
export function placeLines(lines: readonly StackedLine[], top: number, { x, width, align }: Column): Item[] {
  let y = top;
  return lines.map(({ line, color, above }): PlacedLine => {
    const free = width - line.width;
    const indent = align === 'center' ? free / 2 : 0;
    const baseline = y + above + line.size * 0.95;
    y += above + lineHeight(line);
    return { kind: 'line', x: x + indent, baseline, line, color };
  });
}

interface Name {
  fullName: string;
  nameLines: readonly [string, string] | null;
}

/**
 * A name in one line, or in two if it would be small or cut in one. `small`: below this size it is tried in two lines.
 */
export async function setName(
  setter: TextSetter,
  { fullName, nameLines }: Name,
  widths: readonly [first: number, second: number],
  manner: TextManner,
  { small, second }: { small: number; second: TextManner },
): Promise<SetLine[]> {
  const [width, width2] = widths;
  const large = { ...manner, sizes: manner.sizes.filter((size) => size >= small) };
  const whole = await setter.set(fullName, width, nameLines ? large : manner);
  if (!whole.isCut || !nameLines) return [whole];
  return [await setter.set(nameLines[0], width, manner), await setter.set(nameLines[1], width2, second)];
}
