import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Writes a `.br` file next to every chunk and style sheet of the app: the best compression takes seconds, so it happens
 * in the build, not at start. It compresses the written files, because other plugins change chunks until then, as Vite
 * does for preloads.
 */
export function brotliFiles(): Plugin {
  return {
    name: 'brotli-files',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('The build names no folder to write to.');
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(dir, name);
          await fs.writeFile(`${file}.br`, await compress(await fs.readFile(file)));
        }),
      );
    },
  };
}
