import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findBin, installPackages, root } from './setup.mjs';

/**
 * `npm run check:migrations`: squawk reads the migrations since `FIRST`, or those in the folder named, for what would hold up
 * or break a release that runs beside them. `.squawk.toml` has what it leaves out, with the reasons.
 */

/** Older ones have been applied long ago. */
const FIRST = '0068';
const [, , folder = 'server/db/migrations'] = process.argv;

await installPackages('tools');
const files = fs
  .readdirSync(path.resolve(root, folder))
  .filter((name) => name.endsWith('.sql') && name >= FIRST)
  .map((name) => path.join(folder, name));
const options = ['--config', path.join(root, '.squawk.toml')];
const squawk = spawnSync(findBin('squawk'), [...options, ...files], { cwd: root, encoding: 'utf8' });
const said = `${squawk.stdout ?? ''}${squawk.stderr ?? ''}`;
const hasProgram = !/unsupported platform|optional dependency was not installed/.test(said);
if (!hasProgram)
  process.stderr.write(
    `There is no squawk for ${process.platform} ${process.arch}, so the migrations were not read. Run npm run check on Linux or macOS before you commit one.\n`,
  );
else if (squawk.status !== 0) process.stderr.write(said);
process.exitCode = hasProgram ? (squawk.status ?? 1) : 0;
