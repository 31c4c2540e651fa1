import { defineConfig } from 'vitest/config';
import { inlineScript } from './vite/script.ts';

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    include: ['{shared,ui,site,app,server,test,vite,scripts}/**/*.test.ts?(x)'],
    exclude: ['test/process/**'],
    environment: 'node',
    // Each worker runs the whole app: more of them than this exhaust PostgreSQL's 100 connections.
    maxWorkers: 4,
    globalSetup: ['test/global-database.ts'],
    setupFiles: ['test/limit-rows.ts'],
    // Ends what hangs; whatever else the machine does must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
