import { defineConfig } from 'vitest/config';
import { inlineScript } from './vite/script.ts';

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    include: ['{shared,ui,site,app,server,test,vite,scripts}/**/*.test.ts?(x)'],
    exclude: ['test/process/**'],
    environment: 'node',
    // Each worker runs the whole app: more workers would exhaust PostgreSQL's 100 connections.
    maxWorkers: 4,
    globalSetup: ['test/global-database.ts'],
    setupFiles: ['test/limit-rows.ts'],
    // Ends tests that hang; a busy machine must not make a test fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
