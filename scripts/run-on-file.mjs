import fs from 'node:fs';
import path from 'node:path';
import { root, run } from './setup.mjs';

/**
 * Runs a built command on a file, with the same settings as `npm start`. npm runs it in the project; the file is named from
 * the folder in which npm was started.
 *
 * @param {'backup' | 'restore'} command
 */
export async function runOnFile(command) {
  const [file = '', ...options] = process.argv.slice(2);
  const named = file.startsWith('-') || file === '' ? file : path.resolve(process.env.INIT_CWD ?? '.', file);
  process.argv.splice(2, process.argv.length, ...(named ? [named] : []), ...options);
  process.chdir(root);
  // Standard output is for a backup alone.
  await run(process.execPath, ['scripts/build.mjs'], { stdio: ['inherit', 2, 2] });
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  await import(path.join(root, `dist/server/${command}.js`));
}
