import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createFailedSignIns } from '#server/accounts/auth/failed-sign-ins.ts';
import { createOidcProviders } from '#server/accounts/auth/oidc/providers.ts';
import { createPasswordThreads } from '#server/accounts/auth/password-threads.ts';
import { createFindSession } from '#server/accounts/auth/session-tokens.ts';
import { createReadDue } from '#server/accounts/due/due.ts';
import { createBrowsers } from '#server/analytics/analytics/browsers.ts';
import { createViewCounter } from '#server/analytics/analytics/view-counter.ts';
import { createViewedCards } from '#server/analytics/analytics/viewed-card-cache.ts';
import { createVisitorLimit } from '#server/analytics/analytics/visitor-limit.ts';
import { createKeptDrawings } from '#server/cards/cards/kept-drawings.ts';
import { prepareReadCard, prepareReadVersions } from '#server/cards/cards/read-card.ts';
import { createSmallMedia } from '#server/cards/media/small-media.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import type { DatabaseHome } from '#server/db/connect.ts';
import type { ConnectionPlan } from '#server/db/connection-plan.ts';
import { type Db, openDb, READ_TIMEOUT_MS, withConnectTimeout } from '#server/db/open.ts';
import { keepsStatements } from '#server/db/prepared.ts';
import { openReplica } from '#server/db/replica.ts';
import { limitTimes, type STATEMENT_TIMES, timingsOf } from '#server/db/statement-times.ts';
import { createUpkeep } from '#server/db/upkeep.ts';
import { createEventLog } from '#server/infra/event-log.ts';
import { type FreeSpace, watchFreeSpace } from '#server/infra/free-space.ts';
import { createGates } from '#server/infra/gate.ts';
import { createHold, type Hold } from '#server/infra/hold/hold.ts';
import { holdBilling } from '#server/infra/hold/hold-billing.ts';
import { MEDIA, openStores } from '#server/infra/hold/open-stores.ts';
import { createSessionCredential } from '#server/infra/http/credentials/session-cookie.ts';
import { createReadiness } from '#server/infra/http/health.ts';
import { createCountsForAll } from '#server/infra/http/limits/counts-for-all.ts';
import { createRateLimits } from '#server/infra/http/limits/rate-limit.ts';
import { createPageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { securityHeaders } from '#server/infra/http/security-headers.ts';
import type { ProcessLog } from '#server/infra/log.ts';
import { holdMails, openMailer } from '#server/infra/mail/open-mailer.ts';
import { createRequestFigures } from '#server/infra/metrics/request-figures.ts';
import { createRequestLog } from '#server/infra/metrics/request-log.ts';
import { createRequestWatch } from '#server/infra/metrics/request-watch.ts';
import { alsoTelling, DUE_CHANNEL } from '#server/infra/page-changes.ts';
import { createPictureQueue } from '#server/infra/pictures/picture-queue.ts';
import { openPlaces } from '#server/infra/places.ts';
import { createQueue } from '#server/infra/queue/queue.ts';
import { createReadTimeout } from '#server/infra/read-timeout.ts';
import { createKeyedHash, loadSecret } from '#server/infra/secret.ts';
import { createBudget } from '#server/messages/model/budget.ts';
import { openLanguageModel } from '#server/messages/model/language-model.ts';
import { createModels } from '#server/messages/model/models.ts';
import { createArrivals } from '#server/messages/notices/arrivals.ts';
import { loadVapidKey } from '#server/messages/notices/vapid.ts';
import { createTwilio } from '#server/messages/sms/twilio.ts';
import { chooseProvider } from '#server/money/billing/choose-provider.ts';
import { createTaxCache } from '#server/money/billing/price/tax-cache.ts';
import {
  countMails,
  countModelCalls,
  countPayments,
  countTexts,
  createCallCounts,
} from '#server/operations/metrics/call-counts.ts';
import { createSubmissions, NO_BOUNDS, USUAL_BOUNDS } from '#server/people/contacts/exchange/submissions.ts';
import { createContactStreams } from '#server/people/contacts/stream/contact-streams.ts';
import { openImports } from '#server/people/import/imports.ts';
import { openAccountImports } from '#server/portability/archive/account-imports.ts';
import { createDrawings } from '#server/sharing/drawing/drawings.ts';
import { createPrints } from '#server/sharing/print/prints.ts';
import { createAppleWallet } from '#server/sharing/wallet/apple-signer.ts';
import { createGoogleWallet } from '#server/sharing/wallet/google/google-wallet.ts';

/**
 * All state of a process: connections, caches, buffers, batches and queues are created here, reached through the
 * context, and closed here. No other module of the server keeps state (docs/decisions/138).
 */

/** The work of a process, and its place among others. */
export interface ProcessFacts {
  now: () => Date;
  /** False: it adds jobs, but runs none. */
  hasJobs: boolean;
  plan: ConnectionPlan;
  /** The number of this one of several; null if it is alone. */
  worker: number | null;
  times: typeof STATEMENT_TIMES;
}

export async function openState(
  config: Config,
  log: ProcessLog,
  { direct }: DatabaseHome,
  pool: pg.Pool,
  { now, hasJobs, plan, worker, times }: ProcessFacts,
): Promise<AppContext> {
  const timings = timingsOf(config, times);
  const db = openDb(limitTimes(pool, timings.jobs));
  const canPrepare = keepsStatements(config);
  const hold = await createHold(db, log);
  const queue = createQueue(direct, log, queueOptions(db, hold, hasJobs));
  const secret = await loadSecret(db);
  const space = watchFreeSpace(config.dataDir);
  const readers = openReaders(config, pool, timings, log);
  const { readDb, readVersions, viewedCards } = readers;
  const submissions = openSubmissions(config, { pool, timings, now });
  const places = await openPlaces(config.geoipFile);
  const pages = createPageCache({ readVersions, everyHeader: securityHeaders(config) });
  const app: AppContext = {
    config,
    db,
    ...readers,
    log,
    space,
    ...(await openFiles(db, config, space, log)),
    ...createProcesses(log),
    keptDrawings: createKeptDrawings(),
    smallMedia: createSmallMedia(securityHeaders(config)),
    pages: alsoTelling(alsoTelling(pages, viewedCards), submissions),
    places,
    views: createViewCounter(readDb, createVisitorLimit(config.hasRateLimits)),
    browsers: createBrowsers(),
    limits: createRateLimits(config.hasRateLimits, openLimits(readDb, { secret, log, now })),
    oidc: createOidcProviders(config.oidc, now),
    submissions,
    credentials: [createSessionCredential(createFindSession(now, canPrepare))],
    readDueFacts: createReadDue(config),
    failedSignIns: createFailedSignIns(db, { config, places, now }, log),
    events: createEventLog(log, now),
    ...shareConnections(plan),
    secret,
    keyedHash: createKeyedHash(secret),
    hold,
    queue,
    upkeep: createUpkeep(direct),
    ...(await openEdges(config, { db, queue, now, hold, secret, log })),
    vapidKey: await loadVapidKey(db),
    arrivals: createArrivals(() => app),
    taxCache: createTaxCache(() => app),
    contactStreams: createContactStreams({ db, log, now, replica: readers.replica }),
    isReady: createReadiness(pool),
    ...(await openWatch(config, log, { appOf: () => app, pool, worker })),
    now,
  };
  await app.taxCache.start();
  return app;
}

type Timings = ReturnType<typeof timingsOf>;

/** How visitors' pages and owners' lists are read, and what visitors and the signed-in send is written. */
function openReaders(config: Config, pool: pg.Pool, timings: Timings, log: Logger) {
  const readDb = openDb(limitTimes(withConnectTimeout(pool, READ_TIMEOUT_MS), timings.visitors));
  const readTimeout = createReadTimeout();
  return {
    readDb,
    visitorDb: openDb(limitTimes(pool, timings.visitors)),
    signedInDb: openDb(limitTimes(pool, timings.signedIn)),
    readTimeout,
    readCard: prepareReadCard(readDb, readTimeout, keepsStatements(config)),
    readVersions: prepareReadVersions(readDb),
    viewedCards: createViewedCards(readDb),
    replica: openReplica(config, pool, timings.signedIn, log),
  };
}

const shareConnections = (plan: ConnectionPlan) => ({
  connections: plan,
  ...createGates(plan.pool),
});

/** Where no jobs run, others are told of what is due. */
const queueOptions = (db: Db, hold: Hold, runs: boolean) => ({
  ...{ runs, hold },
  wakeOthers: runs ? undefined : (name: string) => db.execute(sql`select pg_notify(${DUE_CHANNEL}, ${name})`),
});

type EdgeParts = Pick<AppContext, 'db' | 'queue' | 'now' | 'hold' | 'secret' | 'log'>;

/**
 * Those outside whom we call: mail servers, wallets, and providers of payments, texts and models. All but the last refuse
 * while a restored copy is held.
 */
async function openEdges(config: Config, { db, queue, now, hold, secret, log }: EdgeParts) {
  const callCounts = createCallCounts();
  const { ai, twilio, googleWallet } = config;
  const model = ai ? countModelCalls(await openLanguageModel(ai), callCounts) : null;
  const payments = countPayments(chooseProvider(config, { db, queue, now }, secret, log), callCounts);
  return {
    callCounts,
    models: createModels(model, createBudget(db, now)),
    google: googleWallet ? createGoogleWallet(googleWallet, { now, hold }) : null,
    apple: createAppleWallet(config.apple, db, { now, hold }),
    billing: holdBilling(payments, hold),
    mailer: holdMails(countMails(openMailer(config, now), callCounts), hold),
    fullTextDay: { warned: 0 },
    texts: twilio ? countTexts(createTwilio(twilio, { now, hold }), callCounts) : null,
  };
}

/** The watch over requests, and figures if somebody is to look at them. */
async function openWatch(
  config: Config,
  log: ProcessLog,
  source: { appOf: () => AppContext; pool: pg.Pool; worker: number | null },
) {
  const hasMetrics = config.metricsPort !== undefined || config.metricsToken !== undefined;
  const figures = hasMetrics ? createRequestFigures() : null;
  const requestLog =
    config.requestLog === 'off' ? null : createRequestLog(log, config.requestLog === 'errors');
  const requestWatch = createRequestWatch(figures, requestLog);
  if (!figures) return { requestLog, requestWatch, metrics: null };
  const { openMetrics } = await import('#server/operations/metrics/metrics.ts');
  return { requestLog, requestWatch, metrics: await openMetrics({ ...source, requests: figures }) };
}

/** Limits are counted soon or not at all. */
const openLimits = (db: Db, { secret, ...parts }: Pick<AppContext, 'secret' | 'log' | 'now'>) =>
  createCountsForAll({ ...parts, db, keyedHash: createKeyedHash(secret) });

const openSubmissions = (
  config: Config,
  { pool, timings, now }: { pool: pg.Pool; timings: Timings; now: () => Date },
) =>
  createSubmissions(
    {
      pool: limitTimes(pool, timings.visitors),
      patientPool: limitTimes(pool, timings.signedIn),
      canPrepare: keepsStatements(config),
    },
    config.hasRateLimits ? USUAL_BOUNDS : NO_BOUNDS,
    now,
  );

/** Files that cannot be made again. */
async function openFiles(db: Db, config: Config, space: FreeSpace, log: Logger) {
  const stores = await openStores({ db, config, space, log });
  return {
    stores,
    blobs: await stores.open(MEDIA),
    archives: await stores.open('archives'),
    imports: openImports({ store: await stores.open('imports'), log }),
    teamLists: openImports({ store: await stores.open('team-lists'), log }),
    accountImports: openAccountImports({ store: await stores.open('account-imports'), log }),
  };
}

/** The processes and threads that draw, decode and hash. */
const createProcesses = (log: Logger) => ({
  pictures: createPictureQueue(log),
  drawings: createDrawings(log),
  prints: createPrints(log),
  passwords: createPasswordThreads(),
});

/**
 * The functions that close the state, to be called in reverse order. All must be called, even if one of them throws.
 */
export const closersOf = (app: AppContext): (() => Promise<unknown>)[] => [
  async () => app.requestLog?.flush(),
  async () => app.metrics?.close(),
  // After all that reads and writes files, whose calls would end with its connections.
  async () => app.stores.close(),
  () => app.failedSignIns.flush(),
  () => app.passwords.close(),
  async () => app.exports.close(),
  async () => app.listReads.close(),
  async () => app.keeps.close(),
  () => app.imports.close(),
  () => app.accountImports.close(),
  () => app.teamLists.close(),
  () => app.pictures.close(),
  () => app.drawings.close(),
  () => app.prints.close(),
  () => app.apple.close(),
  () => app.queue.stop(),
  () => app.hold.close(),
  () => app.arrivals.close(),
  () => app.upkeep.close(),
  async () => app.replica?.close(),
];
