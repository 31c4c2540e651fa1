import { defineConfig } from 'vitest/config';
import { inlineScript } from './vite/script.ts';

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    include: ['{shared,ui,site,app,server,test}/**/*.test.ts?(x)'],
    exclude: ['test/process/**'],
    environment: 'node',
    globalSetup: ['test/global-database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
