import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';

/** Takes the place of `server/infra/child-entry.ts`: an app from sources starts its processes from the built product. */
export const childEntry = (source: string): { file: string; execArgv: string[] } => ({
  file: path.join(packageRoot, 'dist/server', `${path.basename(source, '.ts')}.js`),
  execArgv: [],
});
