import type { Actor } from '#server/access/actor.ts';
import type { AccessScope, AccountRole } from '#server/access/rules.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import type { Replica } from '#server/db/replica.ts';
import type { PersonRow, users } from '#server/db/schema/users.ts';
import type { EventLog } from '#server/infra/event-log.ts';
import type { Gate } from '#server/infra/gate.ts';
import type { Credential } from '#server/infra/http/credentials/credentials.ts';
import type { KnownBrowser } from '#server/infra/http/known-browser.ts';
import type { RateLimits } from '#server/infra/http/limits/rate-limit.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import type { KeyedHash } from '#server/infra/secret.ts';

/**
 * The process's parts needed to serve a request, and each request's additions. The handlers' own contexts in
 * `server/context.ts` contain both; this layer knows nothing about the rest of them.
 */

type Account = typeof users.$inferSelect;

export interface HttpContext {
  config: Config;
  /** With the times of jobs; a request's context has that of who asks in its place. */
  db: Db;
  /** The database for visitors' page views, which fails within a second. */
  readDb: Db;
  /** The database with the times of what visitors send, and of signed-in calls. */
  visitorDb: Db;
  signedInDb: Db;
  limits: RateLimits;
  /** Null without one. */
  replica: Replica | null;
  /** Reads of an owner's lists, a few at a time of each account. */
  listReads: Gate;
  pages: PageCache;
  events: EventLog;
  keyedHash: KeyedHash;
  /** In the order in which requests are searched for them. */
  credentials: readonly Credential[];
  now(): Date;
}

/** A browser that is not asked for codes, a sign-in waiting for its code, the challenge of a passkey, and a recent change. */
type CookieName = 'device' | 'sign_in' | 'challenge' | 'provider' | 'waiting' | 'wrote';

/** For whom somebody acts, and their part in it. */
export interface AccountWithRole {
  account: Account;
  role: AccountRole;
}

export interface RequestContext {
  requester: Requester;
  /** A signal that aborts when the client is gone before its response was sent. */
  whenGone(): AbortSignal;
  user: PersonRow | null;
  /** For whom the user acts: what they see, make and change is this account's. */
  account: Account | null;
  actor: Actor;
  /** The user's part in the account. */
  role: AccountRole | null;
  /** The teams that a call for all accounts is about, too; undefined for a call for one. */
  teams?: readonly AccountWithRole[];
  /** The part of what the user may do that their credential opens. */
  scope: AccessScope;
  /** Token of the session cookie; `set` writes the cookie, or clears it if given null. */
  session: { token: string | undefined; set(token: string | null): void };
  /** A browser in which someone has signed in before; `remember` adds an account to its cookie. */
  browser: { known: KnownBrowser | null; remember(userId: string): void };
  /** Other cookies; `set` with null clears one. */
  cookies: {
    get(name: CookieName): string | undefined;
    set(name: CookieName, value: string | null, validMs?: number): void;
  };
}

/** Likewise for a call that only users may make. */
export interface SignedInContext extends Omit<RequestContext, 'account' | 'role'>, AccountWithRole {
  user: PersonRow;
}

export const isSignedIn = <Ctx extends RequestContext>(ctx: Ctx): ctx is Ctx & SignedInContext =>
  ctx.user !== null && ctx.account !== null && ctx.role !== null;
