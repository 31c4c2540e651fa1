import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScript } from '../../vite/script.ts';

/** In the order they are given: the last one shows what the others left behind. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** The wrappers of `wrappers.ts`, on code that holds all of its mutants. */
export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    include: ['wrappers/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/global-database.ts'],
    setupFiles: ['test/mutants/switch.ts'],
    reporters: [{}],
    sequence: { sequencer: GivenOrder },
    dangerouslyIgnoreUnhandledErrors: true,
    testTimeout: 25_000,
    hookTimeout: 40_000,
  },
});
