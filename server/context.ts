import type { Logger } from 'pino';
import type { ConnectionPlan } from '#server/db/connection-plan.ts';
import type { users } from '#server/db/schema/users.ts';
import type { Upkeep } from '#server/db/upkeep.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import type { Blobs } from '#server/infra/blobs/blobs.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import type { Gate } from '#server/infra/gate.ts';
import type { Hold } from '#server/infra/hold/hold.ts';
import type { Stores } from '#server/infra/hold/open-stores.ts';
import type { Readiness } from '#server/infra/http/health.ts';
import type { ReadVersions } from '#server/infra/http/page-cache/page-freshness.ts';
import type { HttpContext, RequestContext, SignedInContext } from '#server/infra/http/request-context.ts';
import type { Mailer } from '#server/infra/mail/mail.ts';
import type { RequestLog } from '#server/infra/metrics/request-log.ts';
import type { RequestWatch } from '#server/infra/metrics/request-watch.ts';
import type { PictureQueue } from '#server/infra/pictures/picture-queue.ts';
import type { Places } from '#server/infra/places.ts';
import type { Queue } from '#server/infra/queue/queue.ts';
import type { ReadTimeout } from '#server/infra/read-timeout.ts';

/**
 * The state of a process: created once at start in `server/state.ts` and passed to every handler. Features declare
 * their own parts of it (`declare module '#server/context.ts'`), so that this file depends on none of them.
 */
export interface AppContext extends HttpContext {
  log: Logger;
  blobs: Blobs;
  stores: Stores;
  /** Space for uploads on the disk of DATA_DIR. */
  space: FreeSpace;
  pictures: PictureQueue;
  /** The current versions of what pages were made from. */
  readVersions: ReadVersions;
  readTimeout: ReadTimeout;
  places: Places;
  exports: Gate;
  keeps: Gate;
  /** 32 bytes shared by all processes on this database; HMAC keys are derived from it. */
  secret: Buffer;
  hold: Hold;
  queue: Queue;
  upkeep: Upkeep;
  mailer: Mailer;
  isReady: Readiness;
  /** Those to the database that all processes of this machine may use. */
  connections: ConnectionPlan;
  /** Null if requests are not logged. */
  requestLog: RequestLog | null;
  requestWatch: RequestWatch | undefined;
  billing: BillingProvider;
}

export type UserRow = typeof users.$inferSelect;

/** The context of a call anyone may make. */
export interface VisitorContext extends AppContext, RequestContext {}

/** The context of a call by a signed-in user. */
export interface UserContext extends AppContext, SignedInContext {}
