import fs from 'node:fs/promises';
import type pg from 'pg';
import type { AppContext } from '#server/context.ts';
import type { Tally } from '#server/infra/metrics/outcomes.ts';
import type { Figure, Sample } from '#server/infra/metrics/registry.ts';
import type { RequestFigures } from '#server/infra/metrics/request-figures.ts';
import { createSampled } from '#server/infra/metrics/sampled.ts';

/** Figures of the product that take no statement, but for the test of the database itself. */

/** Keys are the labels' values with spaces between. */
const samplesOf = (tally: Tally): Sample[] =>
  tally.entries().map(([key, count]) => [key.split(' '), count] as const);

export const productFigures = (
  app: AppContext,
  pool: pg.Pool,
  requests: RequestFigures,
): readonly Figure[] => [
  ...requestFigures(app, requests),
  ...pageFigures(app),
  ...databaseFigures(app, pool),
  ...callFigures(app),
  ...bucketFigures(app),
  ...diskFigures(app),
];

const requestFigures = ({ limits, views }: AppContext, requests: RequestFigures): Figure[] => [
  {
    kind: 'counter',
    name: 'goldleaf_http_requests_total',
    help: 'Requests that are over, by route, method and status; “aborted” if the client left before.',
    labels: ['route', 'method', 'status'],
    read: () =>
      requests.listRequests().map(({ route, method, status, count }) => [[route, method, status], count]),
  },
  {
    kind: 'counter',
    name: 'goldleaf_limits_hit_total',
    help: 'Calls that a limit refused, by the limit of docs/limits.md.',
    labels: ['limit'],
    read: () => limits.countHits().map(([name, hits]) => [[name], hits]),
  },
  {
    kind: 'gauge',
    name: 'goldleaf_views_waiting',
    help: 'Views of cards that wait to be written.',
    read: () => views.waiting(),
  },
];

const pageFigures = ({ pages }: AppContext): Figure[] => [
  {
    kind: 'counter',
    name: 'goldleaf_page_cache_hits_total',
    help: 'Requests for pages that were in memory.',
    read: () => pages.count().hits,
  },
  {
    kind: 'counter',
    name: 'goldleaf_page_cache_misses_total',
    help: 'Pages that were made because they were not in memory.',
    read: () => pages.count().misses,
  },
  {
    kind: 'counter',
    name: 'goldleaf_page_cache_stale_total',
    help: 'Pages that were sent although the database could not be asked whether they still hold.',
    read: () => pages.count().unchecked,
  },
  {
    kind: 'gauge',
    name: 'goldleaf_page_cache_bytes',
    help: 'Memory of the pages that are kept.',
    read: () => pages.measure().bytes,
  },
  {
    kind: 'gauge',
    name: 'goldleaf_page_cache_pages',
    help: 'Pages that are kept.',
    read: () => pages.measure().entries,
  },
  {
    kind: 'gauge',
    name: 'goldleaf_page_changes_heard',
    of: 'process',
    help: '1 while the database tells this process which pages change; 0 while each page is checked instead.',
    read: () => Number(pages.count().isHearing),
  },
];

const databaseFigures = ({ isReady }: AppContext, pool: pg.Pool): Figure[] => [
  {
    kind: 'gauge',
    name: 'goldleaf_database_up',
    of: 'machine',
    help: '1 while the database accepts writes, as GET /readyz says.',
    read: async () => Number(await isReady()),
  },
  {
    kind: 'gauge',
    name: 'goldleaf_database_connections',
    of: 'process',
    help: 'Connections to the database that this process holds, by what they do.',
    labels: ['state'],
    read: () => [
      [['busy'], pool.totalCount - pool.idleCount],
      [['idle'], pool.idleCount],
    ],
  },
  {
    kind: 'gauge',
    name: 'goldleaf_database_connection_waiters',
    of: 'process',
    help: 'Statements that wait for a connection.',
    read: () => pool.waitingCount,
  },
];

const callFigures = ({ callCounts, queue, apple }: AppContext): Figure[] => [
  {
    kind: 'counter',
    name: 'goldleaf_mails_total',
    help: 'Mails handed to the mail server: done, refused for good, or failed and tried again.',
    labels: ['outcome'],
    read: () => samplesOf(callCounts.mails),
  },
  {
    kind: 'counter',
    name: 'goldleaf_texts_total',
    help: 'Texts handed to their provider: done, refused for good, or failed and tried again.',
    labels: ['outcome'],
    read: () => samplesOf(callCounts.texts),
  },
  {
    kind: 'counter',
    name: 'goldleaf_model_calls_total',
    help: 'Calls of the language model.',
    labels: ['outcome'],
    read: () => samplesOf(callCounts.model),
  },
  {
    kind: 'counter',
    name: 'goldleaf_payment_calls_total',
    help: 'Calls of the payment provider, by what was asked.',
    labels: ['call', 'outcome'],
    read: () => samplesOf(callCounts.payments),
  },
  {
    kind: 'counter',
    name: 'goldleaf_jobs_total',
    help: 'Jobs that this process ran: completed, refused for good, failed and to be tried again, or given up.',
    labels: ['job', 'outcome'],
    read: () => samplesOf(queue.counts.jobs),
  },
  {
    kind: 'counter',
    name: 'goldleaf_due_work_failures_total',
    help: 'Failures of work whose times stand in rows, such as reminders; each is tried again.',
    labels: ['work'],
    read: () => samplesOf(queue.counts.work),
  },
  {
    kind: 'gauge',
    name: 'goldleaf_pass_certificate_expiry_timestamp_seconds',
    of: 'machine',
    help: 'When the certificate for Apple Wallet expires, in seconds since 1970; left out without one.',
    read: () => (apple.validUntil ? apple.validUntil.getTime() / 1_000 : null),
  },
];

/** Those of a bucket of files, where there is one. */
export const bucketFigures = ({ stores: { figures } }: Pick<AppContext, 'stores'>): Figure[] =>
  figures
    ? [
        {
          kind: 'counter',
          name: 'goldleaf_bucket_calls_total',
          help: 'Calls of the bucket of files, by what was asked: done, refused, or failed because it did not answer.',
          labels: ['call', 'outcome'],
          read: () => samplesOf(figures.calls),
        },
        {
          kind: 'counter',
          name: 'goldleaf_bucket_call_seconds_total',
          help: 'Seconds that these took, of get until the answer began.',
          labels: ['call'],
          read: () => figures.listSeconds().map(([call, seconds]) => [[call], seconds]),
        },
        {
          kind: 'counter',
          name: 'goldleaf_bucket_reads_total',
          help: 'Reads of files in the bucket: of a copy that was here, or fetched.',
          labels: ['from'],
          read: () => samplesOf(figures.reads),
        },
      ]
    : [];

const DISK = { everyMs: 5_000, timeoutMs: 2_000 };

function diskFigures({ config }: AppContext): Figure[] {
  const sample = createSampled(() => fs.statfs(config.dataDir), DISK);
  return [
    {
      kind: 'gauge',
      name: 'goldleaf_disk_free_bytes',
      of: 'machine',
      help: 'Free space on the disk of DATA_DIR.',
      read: async () => {
        const { bavail, bsize } = await sample();
        return bavail * bsize;
      },
    },
    {
      kind: 'gauge',
      name: 'goldleaf_disk_size_bytes',
      of: 'machine',
      help: 'Size of the disk of DATA_DIR.',
      read: async () => {
        const { blocks, bsize } = await sample();
        return blocks * bsize;
      },
    },
  ];
}
