import type { Logger } from 'pino';
import type { Browsers } from '#server/analytics/browsers.ts';
import type { ViewCounter, ViewedCards } from '#server/analytics/view.ts';
import type { PasswordThreads } from '#server/auth/password-threads.ts';
import type { BillingProvider } from '#server/billing/provider.ts';
import type { ReadCard } from '#server/cards/read-card.ts';
import type { Config } from '#server/config.ts';
import type { Submissions } from '#server/contacts/submissions.ts';
import type { Db } from '#server/db/open.ts';
import type { users } from '#server/db/schema.ts';
import type { Upkeep } from '#server/db/upkeep.ts';
import type { Blobs } from '#server/infra/blobs.ts';
import type { EventLog } from '#server/infra/event-log.ts';
import type { ExportGate } from '#server/infra/export-gate.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import type { KnownBrowser } from '#server/infra/http/known-browser.ts';
import type { PageCache } from '#server/infra/http/page-cache.ts';
import type { ReadVersions } from '#server/infra/http/page-freshness.ts';
import type { RateLimits } from '#server/infra/http/rate-limit.ts';
import type { Mailer } from '#server/infra/mail/mail.ts';
import type { PictureQueue } from '#server/infra/pictures/picture-queue.ts';
import type { Places } from '#server/infra/places.ts';
import type { Queue } from '#server/infra/queue/queue.ts';
import type { ReadTimeout } from '#server/infra/read-timeout.ts';
import type { KeyedHash } from '#server/infra/secret.ts';
import type { InlineFiles } from '#server/media/inline-files.ts';
import type { SmallMedia } from '#server/media/small-media.ts';

/** What a process has: made once at start, handed to every handler. */
export interface AppContext {
  config: Config;
  db: Db;
  /** The same database for visitors who look: while it is away they hear so within a second. */
  readDb: Db;
  log: Logger;
  blobs: Blobs;
  /** Room on the disk of DATA_DIR for uploads. */
  space: FreeSpace;
  pictures: PictureQueue;
  smallMedia: SmallMedia;
  pages: PageCache;
  /** A card as visitors see it, and the present versions of what pages were made from. */
  readCard: ReadCard;
  readVersions: ReadVersions;
  readTimeout: ReadTimeout;
  limits: RateLimits;
  passwords: PasswordThreads;
  submissions: Submissions;
  views: ViewCounter;
  browsers: Browsers;
  viewedCards: ViewedCards;
  places: Places;
  /** Sign-ins, refusals and what administrators do, in the log. */
  events: EventLog;
  exports: ExportGate;
  /** 32 bytes shared by all processes on this database; HMAC keys are derived from it. */
  secret: Buffer;
  keyedHash: KeyedHash;
  queue: Queue;
  upkeep: Upkeep;
  mailer: Mailer;
  billing: BillingProvider;
  now(): Date;
}

export type UserRow = typeof users.$inferSelect;

/** Who asks, as far as the connection tells. */
export interface Requester {
  /** Names this request in the log, and in the `x-request-id` of its answer. */
  requestId: string;
  /** Canonical text of the address, behind a trusted proxy the forwarded one. */
  address: string;
  userAgent: string;
  /** Origin that links in the reply carry: PUBLIC_URL, or http://localhost:PORT. */
  origin: string;
  /** Header by lower-case name. */
  header(name: string): string | undefined;
}

/** The context of a call anyone may make. */
export interface VisitorContext extends AppContext {
  requester: Requester;
  user: UserRow | null;
  /** Token of the session cookie; `set` writes the cookie, null clears it. */
  session: { token: string | undefined; set(token: string | null): void };
  /** A browser that someone signed in with before; `remember` adds an account to its cookie. */
  browser: { known: KnownBrowser | null; remember(userId: string): void };
}

/** The context of a call of a signed-in user. */
export interface UserContext extends VisitorContext {
  user: UserRow;
  /** Inline media of this request; only calls that take some have any. */
  inline?: InlineFiles;
}
