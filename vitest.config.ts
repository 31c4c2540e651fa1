import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { THOROUGH } from './test/thorough.ts';
import { inlineScript } from './vite/script.ts';

/** They replace modules for all that comes after them. */
const ALONE = [
  'app/analytics/analytics/figures.test.ts',
  'app/offline/leave-device.test.ts',
  'app/cards/cards/use-hidden.test.ts',
  'app/sharing/nfc/use-tag-writer.test.ts',
  'server/infra/pictures/no-process.test.ts',
];

/**
 * They fake what an app sleeps by. One that works beside them in its worker would fall asleep for good (docs/decisions/289);
 * these need none.
 */
const ASLEEP = [
  'app/frame/api/is-outdated.test.ts',
  'app/offline/stand-in.test.ts',
  'app/people/contacts/live/follow-arrivals.test.ts',
  'app/people/contacts/tools/tools.queries.test.ts',
  'server/infra/batch-calls.test.ts',
  'server/infra/cluster/worker-places.test.ts',
  'server/infra/gate.test.ts',
  'server/infra/http/page-cache/page-freshness.test.ts',
  'server/infra/http/unread-export.thorough.test.ts',
  'server/infra/queue/due.test.ts',
  'server/infra/queue/nudge.test.ts',
  'server/infra/read-timeout.test.ts',
  'server/operations/backup/tar-writer.test.ts',
  'server/sharing/wallet/apns.test.ts',
];

/** `npm test` leaves them to `npm run test:all`; what the command line excludes does not reach projects. */
const LEFT_OUT = process.env.LEAVE_OUT_THOROUGH ? ['**/*.thorough.*'] : [];

/** Started through tsx, each process of the product costs a second of a core more than one that is built. */
const CHILDREN: Record<string, string> = process.env.BUILT_CHILDREN
  ? { '#server/infra/child-entry.ts': path.resolve('test/built-children.ts') }
  : {};

/** They take longest, however few lines they have: begun last, one of them would run alone at the end. */
const LONGEST = [
  'test/access/access.test.ts',
  'test/hostile/fields.test.ts',
  'test/access/team-calls.test.ts',
  'test/contract.test.ts',
];

/** Those of other projects come last: Vitest ends a worker, with the app in it, where the next file is another project's. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOneOf = (names: string[]) => (file: TestSpecification) =>
      names.some((name) => file.moduleId.endsWith(`/${name}`));
    const [isLong, isAsleep, isAlone] = [isOneOf(LONGEST), isOneOf(ASLEEP), isOneOf(ALONE)];
    const place = (file: TestSpecification) =>
      isLong(file) ? 0 : isAlone(file) ? 3 : isAsleep(file) ? 2 : 1;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  plugins: [inlineScript()],
  resolve: { alias: CHILDREN },
  test: {
    css: true,
    environment: 'node',
    tags: [THOROUGH],
    // Each worker runs the whole app; more than the cores can run only make each other late.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/limit-rows.ts', 'test/own-globals.ts'],
    // Ends tests that hang; a busy machine must not make a test fail.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{shared,ui,site,app,server,test,vite,scripts}/**/*.test.ts?(x)'],
          exclude: ['test/process/**', ...ASLEEP, ...ALONE, ...LEFT_OUT],
          globalSetup: ['test/global-database.ts'],
          // Files run in a worker after each other: the app is loaded once a worker, not once a file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'asleep', include: ASLEEP, exclude: LEFT_OUT, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
