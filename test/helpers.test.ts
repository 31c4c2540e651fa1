import { expect, it } from 'vitest';
import { read, sources } from '#test/sources.ts';

const AT_IMPORT =
  /^(?:export )?(?:const .*= |let .*= )?(?:await )?(?:start[A-Z]\w*|open[A-Z]\w*|before(?:All|Each)|after(?:All|Each))\(/m;

/** Run before each test file (`vitest.config.ts`). */
const SET_UP = ['test/own-globals.ts'];

it('starts servers and registers hooks where a test file asks for it, not when a helper is imported', () => {
  // A worker loads each helper once, for all the test files that it runs.
  const helpers = sources.filter(
    (file) => /^test\/[^/]+\.ts$/.test(file) && !file.includes('.test.') && !SET_UP.includes(file),
  );
  expect(helpers).toContain('test/server.ts');
  expect(helpers.filter((file) => AT_IMPORT.test(read(file)))).toEqual([]);
});

it('fakes what an app sleeps by where none runs', () => {
  // One in the same worker would never wake.
  const fakes = /useFakeTimers\(\)|toFake: \[[^\]]*'(?:setTimeout|setImmediate|performance)'/;
  const files = sources.filter((file) => file.includes('.test.') && fakes.test(read(file)));
  const isListed = (file: string) => read('vitest.config.ts').includes(`'${file}'`);
  expect(files.filter((file) => !isListed(file))).toEqual([]);
});
