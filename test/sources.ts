import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The repository's files and what they import, for tests of its structure. */

const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
/** Every file that is or may be committed, as a path from the root. */
export const files = list.split('\n').filter((file) => file && fs.existsSync(file));
export const sources = files.filter((file) => /^(shared|ui|site|app|server|test)\/.*\.tsx?$/.test(file));
/** The shipped sources: no tests, and nothing that only tests use. */
export const product = sources.filter((file) => !file.startsWith('test/') && !file.includes('.test.'));

export const read = (file: string) => fs.readFileSync(file, 'utf8');
export const layerOf = (file: string) => file.split('/')[0] ?? '';

/** Our own files that a file imports, including types and lazy chunks. */
export function importsOf(file: string): string[] {
  const found = [...read(file).matchAll(/(?:from|import|declare module) ?\(?'([#.][^'?]+)/g)].map(
    (match) => match[1] ?? '',
  );
  return found.map((name) =>
    name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
  );
}

/** The packages that a file imports, including types and lazy chunks: 'react', 'react-dom/server', 'node:fs'. */
export function listPackages(file: string): string[] {
  const names = read(file).matchAll(
    /\b(?:from|(?:import|require)\s*\(?)\s*['"]((?:node:|@)?[a-z][\w./-]*)(?:\?[^'"]*)?['"]/g,
  );
  return [...names].map((match) => match[1] ?? '');
}
