import fs from 'node:fs';
import path from 'node:path';

function findUp(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('Goldleaf cannot find its package.json.');
  return findUp(parent);
}

/** The folder of package.json, whether running from sources or from the built bundle. */
export const packageRoot = findUp(import.meta.dirname);

/** True if this is the built bundle. */
export const isBuilt = !import.meta.url.endsWith('.ts');
