import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { scriptTargets } from './targets.ts';

const compress = promisify(brotliCompress);

/** Each worker's source, and its name in the build: an address that never changes, as workers are known by it. */
const WORKERS = {
  'app-sw.js': 'app/offline/worker/app.service-worker.ts',
  'card-sw.js': 'site/card/card.service-worker.ts',
};

/** Files that a worker keeps besides the app's scripts, styles and fonts. */
const PUBLIC_FILES = ['favicon.svg'];

/** The facts about its build that the app's worker knows: see `app/offline/worker/built-files.ts`. */
async function listBuilt(folder: string, names: string[]) {
  const folderNames = await fs.readdir(path.join(folder, 'assets'));
  const fonts = folderNames.filter((name) => name.endsWith('.woff2')).map((name) => `assets/${name}`);
  const assets = [...names.filter((name) => /^assets\/.*\.(js|css)$/.test(name)), ...fonts].sort();
  const html = await fs.readFile(path.join(folder, 'index.html'));
  const hashOf = (content: Buffer | string) =>
    createHash('sha256').update(content).digest('hex').slice(0, 16);
  const files = PUBLIC_FILES.map(async (name) => ({
    url: `/${name}`,
    revision: hashOf(await fs.readFile(path.join(folder, name))),
  }));
  return {
    files: [...assets.map((name) => ({ url: `/${name}`, revision: null })), ...(await Promise.all(files))],
    shell: hashOf([hashOf(html), ...assets].join()),
  };
}

/**
 * Bundles the service workers after the app, each into one classic script at the root of the build: Firefox runs no
 * modules as workers before version 147. The app's worker contains the list of the files that were built.
 */
export function workers(): Plugin {
  return {
    name: 'workers',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('The build names no folder to write to.');
      const built = JSON.stringify(await listBuilt(dir, Object.keys(bundle)));
      const define = { BUILT: built, 'process.env.NODE_ENV': '"production"' };
      for (const [name, source] of Object.entries(WORKERS)) {
        const input = path.resolve(import.meta.dirname, '..', source);
        const worker = await rolldown({
          input,
          platform: 'browser',
          transform: { target: scriptTargets(), define },
        });
        const { output } = await worker.generate({ format: 'iife', minify: true });
        await worker.close();
        const file = path.join(dir, name);
        await fs.writeFile(file, output[0].code);
        await fs.writeFile(`${file}.br`, await compress(output[0].code));
      }
    },
  };
}
