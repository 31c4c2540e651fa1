import { defineConfig } from 'vitest/config';
import { inlineScript } from './vite/script.ts';

/** They replace modules for all that comes after them. */
const ALONE = ['app/offline/leave-device.test.ts', 'server/infra/pictures/no-process.test.ts'];

/** `npm test` leaves them to `npm run test:all`; what the command line excludes does not reach projects. */
const LEFT_OUT = process.env.LEAVE_OUT_THOROUGH ? ['**/*.thorough.*'] : [];

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    css: true,
    environment: 'node',
    // Each worker runs the whole app: more workers would exhaust PostgreSQL's 100 connections.
    maxWorkers: 4,
    setupFiles: ['test/limit-rows.ts'],
    // Ends tests that hang; a busy machine must not make a test fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{shared,ui,site,app,server,test,vite,scripts}/**/*.test.ts?(x)'],
          exclude: ['test/process/**', ...ALONE, ...LEFT_OUT],
          globalSetup: ['test/global-database.ts'],
          // Files run in a worker after each other: the app is loaded once a worker, not once a file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
