import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';

/** The release before this one, built from the history of this repository with the packages that it names. */

/** The last commit of it. */
export const COMMIT_BEFORE = 'fdb1d53deb6dd03d044d8e07e2b6bcd71476c2bb';

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || error?.message}`);
}

/** Builds it in this folder, in a minute or two; returns the program to start. */
export function buildReleaseBefore(folder: string): string {
  const has = spawnSync('git', ['cat-file', '-e', `${COMMIT_BEFORE}^{commit}`], { cwd: packageRoot });
  if (has.status !== 0) {
    throw new Error(
      `This copy of the repository lacks the release before, commit ${COMMIT_BEFORE}. Fetch it, then test again: git fetch --unshallow`,
    );
  }
  const archive = path.join(folder, 'release.tar');
  run('git', ['archive', '--output', archive, COMMIT_BEFORE], packageRoot);
  run('tar', ['-xf', archive], folder);
  fs.rmSync(archive);
  // Builds nothing: none of them needs its scripts.
  run(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    folder,
  );
  const vite = path.join(folder, 'node_modules/vite/bin/vite.js');
  for (const options of [[], ['--ssr']])
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], folder);
  return path.join(folder, 'dist/server/main.js');
}
