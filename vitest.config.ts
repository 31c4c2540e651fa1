import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,ui,site,app,server,test}/**/*.test.ts?(x)'],
    environment: 'node',
    globalSetup: ['test/global-database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
