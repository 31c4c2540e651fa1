import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { FONT_PACKAGES, fontFile } from '../server/drawing/font-list.ts';

const MODULES = path.resolve('node_modules');
const EMOJI = path.join(MODULES, '@twemoji/svg');

async function copy(from: string, to: string): Promise<void> {
  await fs.mkdir(path.dirname(to), { recursive: true });
  await fs.copyFile(from, to);
}

/**
 * Copies the fonts and emoji that the server draws with next to it, about 34 MB: the installed packages hold ten times
 * as much, and an installation without development packages has none of them.
 */
export function drawingFonts(): Plugin {
  return {
    name: 'drawing-fonts',
    apply: 'build',
    async writeBundle() {
      const files: [string, string][] = [];
      for (const { name, subsets, weights } of FONT_PACKAGES) {
        const source = path.join(MODULES, '@fontsource', name);
        const ranges = JSON.parse(await fs.readFile(path.join(source, 'unicode.json'), 'utf8')) as object;
        const used = Object.keys(ranges).filter((subset) => subsets.test(subset));
        const fonts = used.flatMap((subset) => weights.map((weight) => fontFile(name, subset, weight)));
        for (const file of ['unicode.json', 'LICENSE', ...fonts]) {
          files.push([path.join(source, file), path.join('dist/fonts', name, file)]);
        }
      }
      for (const file of await fs.readdir(EMOJI)) {
        if (/\.svg$|^license$/.test(file))
          files.push([path.join(EMOJI, file), path.join('dist/emoji', file)]);
      }
      // A few at a time: opening thousands of files at once exceeds what a process may open.
      for (let at = 0; at < files.length; at += 64) {
        await Promise.all(files.slice(at, at + 64).map(([from, to]) => copy(from, to)));
      }
    },
  };
}
