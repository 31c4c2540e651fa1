import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';

/**
 * Runs before each wrapper of `wrappers.ts`: switches its mutant on, or notes what its tests reach where it has none. After
 * the first test that fails the others of the file are left out: the mutant is known by it.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file notes what it reached. */
    reachFolder: string;
    /** How often the code of a mutant may be reached: more is an endless loop. */
    hitsMax: number;
  }
}

interface Stryker {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string;
  mutantCoverage?: { perTest: Record<string, Record<string, number>> };
}

// The instrumented modules keep this object, and several files share a process.
const shared = globalThis as { __stryker__?: Stryker };
shared.__stryker__ ??= {};
const stryker = shared.__stryker__;
const name = path.basename(expect.getState().testPath ?? '', '.test.ts');
const mutant = /^mutant-(\d+)-/.exec(name)?.[1];

stryker.activeMutant = mutant;
stryker.hitCount = mutant ? 0 : undefined;
stryker.hitLimit = mutant ? inject('hitsMax') : undefined;
// Child processes and worker threads read it here.
process.env.__STRYKER_ACTIVE_MUTANT__ = mutant ?? '';

let hasFailed = false;
beforeEach((test) => {
  if (hasFailed) test.skip();
  test.onTestFailed(() => {
    hasFailed = true;
  });
});

if (!mutant) {
  stryker.currentTestId = 'loading';
  beforeAll(() => {
    stryker.currentTestId = name;
  });
  afterAll(() => {
    const { [name]: reached = {}, loading = {} } = stryker.mutantCoverage?.perTest ?? {};
    const note = { reached: Object.keys(reached), loaded: Object.keys(loading) };
    fs.writeFileSync(path.join(inject('reachFolder'), `${name}.json`), JSON.stringify(note));
  });
}
