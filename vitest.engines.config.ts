import { defineConfig } from 'vitest/config';
import { inlineScript } from './vite/script.ts';

/**
 * Journeys in three engines against the built product; `npm run build` comes first. One of them in one engine:
 * `npx vitest run --config vitest.engines.config.ts --project webkit test/engines/card.visitor.ts`
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-database.ts'],
    maxWorkers: 2,
    projects: (['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
      plugins: [inlineScript()],
      test: {
        css: true,
        name: engine,
        include: ['test/engines/**/*.{visitor,owner}.ts'],
        environment: 'node' as const,
        testTimeout: 90_000,
        hookTimeout: 60_000,
        provide: { engine },
      },
    })),
  },
});
