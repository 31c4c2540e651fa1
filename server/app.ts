import type { RequestListener, Server } from 'node:http';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { nanoid } from 'nanoid';
import type pg from 'pg';
import { requireUser } from '#server/access/can.ts';
import { findAccount, findTeams } from '#server/access/find-account.ts';
import { allAccountsRoutes } from '#server/accounts/routes.ts';
import { createBeacon } from '#server/analytics/analytics/beacon.ts';
import { allAnalyticsRoutes } from '#server/analytics/routes.ts';
import { allCardsRoutes } from '#server/cards/routes.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { machineOf, planFor, sayRoom } from '#server/db/connection-plan.ts';
import { migrate } from '#server/db/migrate.ts';
import { noteConnections, openPool } from '#server/db/open.ts';
import { connectionTimes, STATEMENT_TIMES, timingsOf } from '#server/db/statement-times.ts';
import type { WorkerOrders } from '#server/infra/cluster/messages.ts';
import { admitEveryRequest } from '#server/infra/http/admission.ts';
import { leaveBodyUnread } from '#server/infra/http/body/read-body.ts';
import { keepNoCookies } from '#server/infra/http/cookies.ts';
import { refuseUnreadable } from '#server/infra/http/errors.ts';
import { serveHealth } from '#server/infra/http/health.ts';
import { createHttpServer } from '#server/infra/http/http-server.ts';
import { trustedProxies } from '#server/infra/http/requester.ts';
import { securityHeaders } from '#server/infra/http/security-headers.ts';
import { loadStaticFiles } from '#server/infra/http/static-files.ts';
import { createLog } from '#server/infra/log.ts';
import { closeMetricsServer, createMetricsServer } from '#server/infra/metrics/metrics-server.ts';
import { followPageChanges } from '#server/infra/page-changes.ts';
import { watchIdleJobs } from '#server/infra/queue/idle-jobs.ts';
import { registerJobs, sendUpdateJobs } from '#server/jobs.ts';
import { allMessagesRoutes } from '#server/messages/routes.ts';
import { allMoneyRoutes } from '#server/money/routes.ts';
import { requireToAct } from '#server/operations/admin/require-to-act.ts';
import { seedDemo } from '#server/operations/demo/demo.ts';
import { allOperationsRoutes } from '#server/operations/routes.ts';
import { allPagesRoutes } from '#server/pages/routes.ts';
import { appFolder, WORKER_HEADERS } from '#server/pages/site/app-shell.ts';
import { replyNothingHere, replyWithTrouble } from '#server/pages/site/site.routes.ts';
import { keepPagesWarm } from '#server/pages/site/warm-pages.ts';
import { allPeopleRoutes } from '#server/people/routes.ts';
import { allPortabilityRoutes } from '#server/portability/routes.ts';
import { createHealthServer } from '#server/serve-health.ts';
import { allSharingRoutes } from '#server/sharing/routes.ts';
import { closersOf, openState } from '#server/state.ts';
import { allTeamsRoutes } from '#server/teams/routes.ts';
import { VIDEO_BYTES_MAX } from '#shared/contract/constants.ts';

const routes = [
  ...allMoneyRoutes,
  ...allCardsRoutes,
  ...allAccountsRoutes,
  ...allSharingRoutes,
  ...allAnalyticsRoutes,
  ...allMessagesRoutes,
  ...allPagesRoutes,
  ...allPeopleRoutes,
  ...allTeamsRoutes,
  ...allPortabilityRoutes,
  ...allOperationsRoutes,
];

export interface StartOptions {
  /** For a look at a restored copy: it serves requests, but runs no jobs and has no schedules. */
  isLook?: boolean;
  /** Where it is one of several. */
  orders?: WorkerOrders | null;
  times?: typeof STATEMENT_TIMES;
  /** The folder of the built files; those of the app itself unless a test needs none of them. */
  files?: string;
}

export interface RunningApp {
  app: AppContext;
  server: Server;
  /** Serves figures alone, at METRICS_PORT; null without one. */
  metricsServer: Server | null;
  /** Serves requests that arrive through another server, such as Vite's in development. */
  handle: RequestListener;
  /** Every path that the router knows, parameters as `:id`. */
  paths: readonly string[];
  /** Resolves once jobs run, which no page has to wait for; rejects if they cannot. */
  working: Promise<void>;
  /** From now on, `/healthz` says that it is to stop; everything else goes on. */
  leave(): void;
  /** Finishes what is running and closes everything. `isReplaced`: another process serves in its place, and it takes its time. */
  close(isReplaced?: boolean): Promise<void>;
  /** Has a close that takes its time end in seconds. */
  hurry(): void;
}

type Closer = (isReplaced: boolean) => Promise<unknown>;

/** The last one first. All are called, even if one of them throws. */
async function closeAll(closers: Closer[], isReplaced: boolean): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers.reverse())
    await closer(isReplaced).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}

/**
 * Migrates the database and builds the server; the caller decides where it listens, and may have begun to open the
 * database before.
 */
export async function startApp(
  config: Config,
  now: () => Date = () => new Date(),
  log = createLog(config),
  connecting = connectDatabase(config, log),
  { isLook = false, orders = null, times = STATEMENT_TIMES, files = appFolder }: StartOptions = {},
): Promise<RunningApp> {
  const database = await connecting;
  const closers: Closer[] = [() => database.stop()];
  const close = (isReplaced = false) => closeAll(closers, isReplaced);
  try {
    await migrate(database.direct, (sentence) => log.warn(sentence));
    const hasJobs = !isLook && (orders?.hasJobs ?? config.role !== 'web');
    const { plan, room } = orders
      ? { plan: orders.plan, room: null }
      : await planFor(database.direct, machineOf({ ...config, workers: 1 }));
    const ofConnections = connectionTimes(timingsOf(config, times).signedIn);
    const pool = openPool({ ...database.connection, ...ofConnections, max: plan.pool }, (error) =>
      log.warn({ error: error.message }, 'A database connection broke'),
    );
    closers.push(() => pool.end());
    const app = await openState(config, log, database, pool, {
      ...{ now, hasJobs, plan, times },
      worker: orders?.number ?? null,
    });
    closers.push(...closersOf(app));
    if (room) sayRoom(log, room, plan);
    registerJobs(app);
    const working = isLook ? Promise.resolve() : startWork(app, hasJobs);
    const settled = working.catch(() => {});
    closers.push(() => settled);
    if (config.isDemo) await seedDemo(app);
    // Of several, one says that no jobs run.
    const saysIdle = !isLook && !hasJobs && (orders?.number ?? 1) === 1;
    closers.push(await followOthers(app, { direct: database.direct, pool }, { hasJobs, saysIdle }));
    const { http, fastify, handle, paths } = await (config.role === 'jobs'
      ? createHealthServer(app)
      : createHttp(app, files));
    const metricsServer =
      app.metrics && config.metricsPort !== undefined ? createMetricsServer(app.metrics.scrape) : null;
    const warmPages = config.role === 'jobs' ? null : keepPagesWarm(app);
    closers.push(
      async () => warmPages?.stop(),
      () => fastify.close(),
      (isReplaced) => http.drain(isReplaced),
      // First of all: whoever waits for a language model gets what can be had without it, and streams end.
      async () => app.models.close(),
      async () => app.contactStreams.close(),
      async () => metricsServer && closeMetricsServer(metricsServer),
    );
    const { server, leave, hurry } = http;
    return { app, server, metricsServer, handle, paths, working, leave, hurry, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Hears what other processes change and need; returns how to hear no more. */
async function followOthers(
  { pages, queue, upkeep, readDb, log }: AppContext,
  { direct, pool }: { direct: pg.ClientConfig; pool: pg.Pool },
  { hasJobs, saysIdle }: { hasJobs: boolean; saysIdle: boolean },
): Promise<() => Promise<void>> {
  const changes = await followPageChanges(direct, pages, log, {
    wake: hasJobs ? queue.wake : undefined,
    noteConnections() {
      const ends = [noteConnections(pool), queue.noteConnections(), upkeep.noteConnection()];
      return () => {
        for (const end of ends) end();
      };
    },
  });
  const idle = saysIdle ? watchIdleJobs(readDb, log) : null;
  return () => {
    idle?.stop();
    return changes.stop();
  };
}

async function startWork(app: AppContext, hasJobs: boolean): Promise<void> {
  await app.queue.start();
  if (hasJobs) await sendUpdateJobs(app);
}

async function createHttp(app: AppContext, folder: string) {
  let handle: RequestListener = () => {};
  const files = await loadStaticFiles(folder, app.pages, WORKER_HEADERS);
  const everyHeader = securityHeaders(app.config);
  const http = createHttpServer(everyHeader, { watch: app.requestWatch });
  const answerView = createBeacon(app, http, everyHeader);
  const fastify = Fastify({
    logger: false,
    genReqId: () => nanoid(10),
    trustProxy: trustedProxies(app.config),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, request, reply) => replyNothingHere(app, request, reply),
    serverFactory: (listener) => {
      handle = http.listen(
        listener,
        (request, response, next) =>
          (answerView(request, response) && 'view') ||
          (app.pages.serve(request, response, next) && 'cached page') ||
          (app.smallMedia.serve(request, response) && 'cached file') ||
          (files.serve(request, response) && 'static file') ||
          null,
      );
      return http.server;
    },
  });
  const paths: string[] = [];
  fastify.addHook('onRoute', ({ url }) => void paths.push(url));
  fastify.setErrorHandler((error, request, reply) => replyWithTrouble(app, error, request, reply));
  http.followRouter(fastify);
  admitEveryRequest(fastify, app, {
    requireUser,
    findAccount,
    findTeams,
    requireToAct: (token) => requireToAct(app, token),
  });
  keepNoCookies(fastify);
  // Handlers read JSON bodies themselves; types that another site's form could send are not read at all.
  fastify.removeContentTypeParser('text/plain');
  leaveBodyUnread(fastify, 'application/json');
  // One byte above the largest limit shows that a file is too large; which limit applies depends on its kind.
  await fastify.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 8, fileSize: VIDEO_BYTES_MAX + 1, fieldSize: 4096 },
  });
  serveHealth(fastify, app.isReady, http.isLeaving);
  for (const add of routes) add(fastify, app);
  await fastify.ready();
  return { http, fastify, handle, paths };
}
