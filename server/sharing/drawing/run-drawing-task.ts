import { Resvg } from '@resvg/resvg-js';
import type { Task } from '#server/infra/tasks/task-child.ts';
import type { DrawingTask } from './drawing-tasks.ts';
import { openEmoji } from './emoji.ts';
import { openFonts } from './fonts.ts';
import { openHanLanguages } from './han-language.ts';
import { drawLayout, type Means } from './layout.ts';
import { shapeLines } from './shape-lines.ts';

/** Runs tasks with satori and resvg; only drawing processes load this file. */

/** No drawing is larger; a pixel takes four bytes. */
const PIXELS_MAX = 4096 * 4096;

/** All text is outlines by now: the fonts of the machine are never asked. */
export function paintSvg(svg: string, width: number): Buffer {
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  if ((width * width * drawing.height) / drawing.width > PIXELS_MAX) throw new Error('Too many pixels');
  return drawing.render().asPng();
}

export function createDrawer(): (task: Task) => Promise<unknown> {
  const means: Means = { fonts: openFonts(), emoji: openEmoji(), languages: openHanLanguages() };
  return async (task) => {
    const { name, input } = task as DrawingTask;
    switch (name) {
      case 'svg':
        return drawLayout(input, means);
      case 'png':
        return paintSvg(await drawLayout(input, means), Math.round(input.width * (input.scale ?? 1)));
      case 'paint':
        return paintSvg(input.svg, input.width);
      case 'lines':
        return shapeLines(input, means, (svg, width) => paintSvg(svg, width));
    }
  };
}
