import path from 'node:path';
import { isBuilt, packageRoot } from '#server/config/package-root.ts';

/**
 * The file that a child process or worker thread runs, and the flags Node needs for it. `source` is its path from the
 * package's folder, which `vite.config.ts` must list among its inputs: when running from sources, it runs through tsx;
 * in the built product it is `dist/server/NAME.js`.
 */
export function childEntry(source: string): { file: string; execArgv: string[] } {
  if (!isBuilt) return { file: path.join(packageRoot, source), execArgv: ['--import', 'tsx'] };
  return { file: path.join(packageRoot, 'dist/server', `${path.basename(source, '.ts')}.js`), execArgv: [] };
}
