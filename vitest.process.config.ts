import { defineConfig } from 'vitest/config';
import { THOROUGH } from './test/thorough.ts';

/** Tests that start, kill and stop the built server; run `npm run build` first. */
export default defineConfig({
  test: {
    include: ['test/process/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/process/prepared-data.ts'],
    tags: [THOROUGH],
    // Ends tests that hang: a start that takes 3 s alone takes 10 on a busy machine, and some tests start ten times.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
