import path from 'node:path';
import { packageRoot } from '#server/package-root.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

/**
 * Where the code of a child process or worker thread stands, and the flags Node needs to run it. `source` is its file
 * from the package's folder, which `vite.config.ts` lists among its inputs too: from sources it runs through tsx, in the
 * built product as `dist/server/NAME.js`.
 */
export function childEntry(source: string): { file: string; execArgv: string[] } {
  if (!isBuilt) return { file: path.join(packageRoot, source), execArgv: ['--import', 'tsx'] };
  return { file: path.join(packageRoot, 'dist/server', `${path.basename(source, '.ts')}.js`), execArgv: [] };
}
