import fs from 'node:fs';
import path from 'node:path';
import type { Mutant } from './instrument.ts';
import { openWrappers } from './wrappers.ts';

/** Which tests reach which mutants. */

export interface Reach {
  test: string;
  /** Without loading what it tests. */
  seconds: number;
  /** Mutants whose code its tests ran. */
  reached: string[];
  /** Mutants whose code ran while it was loaded; code that an earlier file of the process had loaded is not among them. */
  loaded: string[];
}

/** Where the tests stand that judge. */
const FOLDERS = ['shared', 'site', 'server'];
/** Migrations and a whole demo take minutes. */
const LEFT_OUT = /^server\/(db|demo)\//;

const listTests = (root: string): string[] =>
  FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
    .filter((name) => /\.test\.tsx?$/.test(name) && !LEFT_OUT.test(name))
    .sort();

/** Runs every test once without a mutant. */
export async function measureReach(root: string): Promise<Reach[]> {
  const wrappers = await openWrappers(root, false);
  const tests = listTests(root);
  const measured = await wrappers.measure(tests);
  await wrappers.close();
  const failed = tests.filter((test) => !measured.has(test));
  if (failed.length > 0)
    process.stdout.write(`These judge none, they fail without a mutant: ${failed.join(', ')}\n`);
  return [...measured].map(([test, one]) => ({ test, ...one }));
}

/** Test files that a mutant has to survive, and their seconds together. */
const FILES_MAX = 4;
const SECONDS_MAX = 40;

/** The tests for a mutant: those beside it first, then quick ones. `isLoaded` says that it acts while code is loaded. */
export function chooseTests(
  { id, file }: Mutant,
  mutants: Mutant[],
  reach: Reach[],
): { isLoaded: boolean; tests: Reach[] } {
  const isLoaded = reach.some(({ loaded }) => loaded.includes(id));
  const stem = file.replace(/\.tsx?$/, '');
  const distance = (test: string) => {
    if (test.replace(/\.test\.tsx?$/, '') === stem) return 0;
    return path.dirname(test) === path.dirname(file) ? 1 : 2;
  };
  const ofFile = new Set(mutants.filter((one) => one.file === file).map((one) => one.id));
  const reachFile = ({ reached }: Reach) => reached.filter((one) => ofFile.has(one)).length;
  const reaching = reach.filter(
    ({ test, reached }) => isLoaded || reached.includes(id) || distance(test) === 0,
  );
  const sorted = reaching
    .map((one) => ({ one, far: distance(one.test), known: isLoaded ? reachFile(one) : 0 }))
    .filter(({ far, known }) => !isLoaded || far < 2 || known > 0)
    .sort((a, b) => a.far - b.far || b.known - a.known || a.one.seconds - b.one.seconds);
  let seconds = 0;
  const tests = sorted
    .map(({ one }) => one)
    .slice(0, FILES_MAX)
    .filter((one, nth) => {
      seconds += one.seconds;
      return nth === 0 || seconds <= SECONDS_MAX;
    });
  return { isLoaded, tests };
}
