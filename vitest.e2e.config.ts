import { defineConfig } from 'vitest/config';
import { THOROUGH } from './test/thorough.ts';
import { inlineScript } from './vite/script.ts';

/** Journeys in a real browser against the built product; `npm run build` comes first. */
export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    include: ['test/e2e/**/*.e2e.ts'],
    environment: 'node',
    tags: [THOROUGH],
    globalSetup: ['test/global-database.ts'],
    testTimeout: 120_000,
    // Next to other journeys, an upload or a search may take longer than Vitest's default of one second.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    // A journey mostly waits for one process after another: two at a time leave half of two cores idle.
    maxWorkers: 3,
    // Files of one worker share its browser, its product and its people's names (`test/built-product.ts`).
    isolate: false,
  },
});
