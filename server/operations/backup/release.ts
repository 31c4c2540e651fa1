import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '#server/config/package-root.ts';

/** The release that is running: the version of the package, and the commit where that is known. */
export async function readRelease(): Promise<{ version: string; commit: string | null }> {
  const text = await fs.readFile(path.join(packageRoot, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: packageRoot }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  return { version, commit };
}
