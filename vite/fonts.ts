import type { Plugin } from 'vite';
import { unpackDrawingAssets } from './assets.ts';

/** Writes the fonts and emoji that the server draws with next to it. */
export function drawingFonts(): Plugin {
  return { name: 'drawing-fonts', apply: 'build', writeBundle: () => unpackDrawingAssets('dist') };
}
