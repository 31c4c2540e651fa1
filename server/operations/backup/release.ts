import fs from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';
import { ignoreMissing } from './file-source.ts';

/** The release that is running: the version of the package, and the commit that was built where that is known. */
export async function readRelease(): Promise<{ version: string; commit: string | null }> {
  const read = (name: string) => fs.readFile(path.join(packageRoot, name), 'utf8');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  return { version, commit: (await read('dist/commit').catch(ignoreMissing)) || null };
}
