import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { signedOut } from '#server/access/refusals.ts';
import { isOfAccount } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { sessions, users } from '#server/db/schema.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { SESSION_DAYS } from '#shared/constants.ts';
import { DAY_MS } from '#shared/time.ts';

/** Server-side sessions: an opaque token in a cookie, and its SHA-256 in the database. */

/** What is stored of a token: reading the table does not allow anyone to sign in. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
const newToken = () => randomBytes(32).toString('base64url');
const expiryFrom = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

/** Starts a session and returns its token, 32 random bytes as base64url. */
export async function startSession(app: AppContext, requester: Requester, userId: string): Promise<string> {
  const token = newToken();
  const now = app.now();
  await app.db.insert(sessions).values({
    id: newId(),
    tokenHash: hashOf(token),
    userId,
    userAgent: requester.userAgent.slice(0, 300),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryFrom(now),
  });
  return token;
}

/**
 * The user who owns a token, or null. Sessions are rolling: at most once a day, using one restarts its 30 days, and
 * `isRenewed` tells the caller to send a fresh cookie.
 */
export async function findSession(
  app: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<{ user: UserRow; isRenewed: boolean } | null> {
  const now = app.now();
  const tokenHash = hashOf(token);
  const [found] = await app.db
    .select({ user: users, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  if (!found) return null;
  const isRenewed = now.getTime() - found.lastSeenAt.getTime() > DAY_MS;
  if (isRenewed) {
    await app.db
      .update(sessions)
      .set({ lastSeenAt: now, expiresAt: expiryFrom(now) })
      .where(eq(sessions.tokenHash, tokenHash));
  }
  return { user: found.user, isRenewed };
}

export async function endSession(app: AppContext, token: string): Promise<void> {
  await app.db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)));
}

/** Replaces the session's `token` and returns the new one; throws 401 if the session has ended meanwhile. */
export async function renewToken(app: AppContext, token: string | undefined): Promise<string> {
  const next = newToken();
  const renewed = await app.db
    .update(sessions)
    .set({ tokenHash: hashOf(next) })
    .where(eq(sessions.tokenHash, hashOf(token ?? '')))
    .returning({ id: sessions.id });
  if (renewed.length === 0) throw signedOut();
  return next;
}

/** Ends all of a user's sessions except that of `keptToken`: changing the password signs out everywhere else. */
export async function endOtherSessions(
  app: AppContext,
  userId: string,
  keptToken: string | undefined,
): Promise<void> {
  const isOther = keptToken ? ne(sessions.tokenHash, hashOf(keptToken)) : sql`true`;
  await app.db.delete(sessions).where(and(isOfAccount(userId, 'session'), isOther));
}

export async function deleteExpiredSessions(app: AppContext): Promise<void> {
  await app.db.delete(sessions).where(lte(sessions.expiresAt, app.now()));
}
