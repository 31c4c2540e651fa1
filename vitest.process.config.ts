import { defineConfig } from 'vitest/config';
import { THOROUGH } from './test/thorough.ts';

/** Tests that start, kill and stop the built server; run `npm run build` first. */
export default defineConfig({
  test: {
    include: ['test/process/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/process/prepared-data.ts'],
    tags: [THOROUGH],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
