import type { RequestListener, Server } from 'node:http';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { nanoid } from 'nanoid';
import type pg from 'pg';
import { requireUser } from '#server/access/can.ts';
import { accountRoutes } from '#server/accounts/account/account.routes.ts';
import { identityRoutes } from '#server/accounts/account/identity.routes.ts';
import { aliasesRoutes } from '#server/accounts/aliases/aliases.routes.ts';
import { authRoutes } from '#server/accounts/auth/auth.routes.ts';
import { linkRoutes } from '#server/accounts/links/links.routes.ts';
import { analyticsRoutes } from '#server/analytics/analytics/analytics.routes.ts';
import { cardRoutes } from '#server/cards/cards/cards.routes.ts';
import { draftRoutes } from '#server/cards/drafts/drafts.routes.ts';
import { mediaRoutes } from '#server/cards/media/media.routes.ts';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPool } from '#server/db/open.ts';
import { admitEveryRequest } from '#server/infra/http/admission.ts';
import { leaveBodyUnread } from '#server/infra/http/body/read-body.ts';
import { refuseUnreadable } from '#server/infra/http/errors.ts';
import { serveHealth } from '#server/infra/http/health.ts';
import { createHttpServer } from '#server/infra/http/http-server.ts';
import { trustedProxies } from '#server/infra/http/requester.ts';
import { securityHeaders } from '#server/infra/http/security-headers.ts';
import { loadStaticFiles } from '#server/infra/http/static-files.ts';
import { createLog } from '#server/infra/log.ts';
import { followPageChanges } from '#server/infra/page-changes.ts';
import { registerJobs, sendUpdateJobs } from '#server/jobs.ts';
import { noticeRoutes } from '#server/messages/notices/notices.routes.ts';
import { smsRoutes } from '#server/messages/sms/sms.routes.ts';
import { billingRoutes } from '#server/money/billing/billing.routes.ts';
import { adminRoutes } from '#server/operations/admin/admin.routes.ts';
import { requireToAct } from '#server/operations/admin/require-to-act.ts';
import { demoRoutes } from '#server/operations/demo/demo.routes.ts';
import { seedDemo } from '#server/operations/demo/demo.ts';
import { legalRoutes } from '#server/pages/legal/legal.routes.ts';
import { oembedRoutes } from '#server/pages/oembed/oembed.routes.ts';
import { appFolder, appShellRoutes, WORKER_HEADERS } from '#server/pages/site/app-shell.ts';
import { openApiRoute } from '#server/pages/site/openapi.ts';
import { scanRoutes } from '#server/pages/site/scan-files.ts';
import { replyNothingHere, replyWithTrouble, siteRoutes } from '#server/pages/site/site.routes.ts';
import { keepPagesWarm } from '#server/pages/site/warm-pages.ts';
import { contactLinkRoutes } from '#server/people/contact-links/contact-links.routes.ts';
import { contactBookRoutes } from '#server/people/contacts/contact-book.routes.ts';
import { contactRoutes } from '#server/people/contacts/contacts.routes.ts';
import { followUpRoutes } from '#server/people/follow-ups/follow-ups.routes.ts';
import { importRoutes } from '#server/people/import/import.routes.ts';
import { paperCardRoutes } from '#server/people/paper-cards/paper-cards.routes.ts';
import { recipientRoutes } from '#server/people/recipients/recipients.routes.ts';
import { formRoutes } from '#server/people/visitors/forms.routes.ts';
import { accountDataRoutes } from '#server/portability/account/account-data.routes.ts';
import { archiveRoutes } from '#server/portability/archive/archive.routes.ts';
import { backgroundRoutes } from '#server/sharing/background/background.routes.ts';
import { codeRoutes } from '#server/sharing/code/code.routes.ts';
import { nfcRoutes } from '#server/sharing/nfc/nfc.routes.ts';
import { printRoutes } from '#server/sharing/print/print.routes.ts';
import { walletRoutes } from '#server/sharing/wallet/wallet.routes.ts';
import { closersOf, openState } from '#server/state.ts';
import { VIDEO_BYTES_MAX } from '#shared/contract/constants.ts';

/** Every feature's routes. */
const features: ((server: FastifyInstance, app: AppContext) => void)[] = [
  authRoutes,
  billingRoutes,
  cardRoutes,
  codeRoutes,
  backgroundRoutes,
  draftRoutes,
  mediaRoutes,
  contactRoutes,
  followUpRoutes,
  contactBookRoutes,
  paperCardRoutes,
  contactLinkRoutes,
  importRoutes,
  archiveRoutes,
  analyticsRoutes,
  oembedRoutes,
  aliasesRoutes,
  nfcRoutes,
  walletRoutes,
  smsRoutes,
  printRoutes,
  adminRoutes,
  accountRoutes,
  accountDataRoutes,
  identityRoutes,
  legalRoutes,
  linkRoutes,
  noticeRoutes,
  recipientRoutes,
  demoRoutes,
  openApiRoute,
  scanRoutes,
  siteRoutes,
  formRoutes,
  appShellRoutes,
];

export interface RunningApp {
  app: AppContext;
  server: Server;
  /** Serves requests that arrive through another server, such as Vite's in development. */
  handle: RequestListener;
  /** Every path that the router knows, parameters as `:id`. */
  paths: readonly string[];
  /** Resolves once jobs run, which no page has to wait for; rejects if they cannot. */
  working: Promise<void>;
  /** Finishes what is running and closes everything. */
  close(): Promise<void>;
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
): Promise<RunningApp> {
  const database = await connecting;
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  const close = async () => {
    const failures: unknown[] = [];
    for (const closer of closers.reverse()) await closer().catch((error: unknown) => failures.push(error));
    if (failures.length) throw failures[0];
  };
  try {
    await migrate(database.direct, (sentence) => log.warn(sentence));
    const pool = openPool(database.connection, (error) =>
      log.warn({ error: error.message }, 'A database connection broke'),
    );
    closers.push(() => pool.end());
    const app = await openState(config, log, database, pool, now);
    closers.push(...closersOf(app));
    const working = startWork(app);
    const settled = working.catch(() => {});
    closers.push(() => settled);
    if (config.isDemo) await seedDemo(app);
    const changes = await followPageChanges(database.direct, app.pages, log);
    closers.push(() => changes.stop());
    const { http, fastify, handle, paths } = await createHttp(app, pool);
    const warmPages = keepPagesWarm(app);
    closers.push(
      () => warmPages.stop(),
      () => fastify.close(),
      () => http.drain(),
      // First of all: whoever waits for a language model gets what can be had without it.
      async () => app.models.close(),
    );
    return { app, server: http.server, handle, paths, working, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startWork(app: AppContext): Promise<void> {
  registerJobs(app);
  await app.queue.start();
  await sendUpdateJobs(app);
}

async function createHttp(app: AppContext, pool: pg.Pool) {
  let handle: RequestListener = () => {};
  const files = await loadStaticFiles(appFolder, app.pages, WORKER_HEADERS);
  const http = createHttpServer(securityHeaders(app.config));
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
          app.pages.serve(request, response, next) ||
          app.smallMedia.serve(request, response) ||
          files.serve(request, response),
      );
      return http.server;
    },
  });
  const paths: string[] = [];
  fastify.addHook('onRoute', ({ url }) => void paths.push(url));
  fastify.setErrorHandler((error, request, reply) => replyWithTrouble(app, error, request, reply));
  http.followRouter(fastify);
  admitEveryRequest(fastify, app, { requireUser, requireToAct: (token) => requireToAct(app, token) });
  // Handlers read JSON bodies themselves; types that another site's form could send are not read at all.
  fastify.removeContentTypeParser('text/plain');
  leaveBodyUnread(fastify, 'application/json');
  // One byte above the largest limit shows that a file is too large; which limit applies depends on its kind.
  await fastify.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 8, fileSize: VIDEO_BYTES_MAX + 1, fieldSize: 4096 },
  });
  serveHealth(fastify, pool);
  for (const feature of features) feature(fastify, app);
  await fastify.ready();
  return { http, fastify, handle, paths };
}
