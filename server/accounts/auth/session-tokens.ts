import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { asPerson } from '#server/access/actor.ts';
import { signedOut } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { rememberedDevices, sessions } from '#server/db/schema/accounts.ts';
import { personColumns, persons } from '#server/db/schema/users.ts';
import { batchOnEach } from '#server/infra/batch-calls.ts';
import type { FindSession } from '#server/infra/http/credentials/session-cookie.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { originOfRequest } from '#server/infra/journal/account-events.ts';
import { type AccountId, personId } from '#shared/accounts/ids.ts';
import { IDLE_MINUTES_DEFAULT, SESSION_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Server-side sessions: an opaque token in a cookie, and its SHA-256 in the database (docs/decisions/011). */

/** The stored form of a token: reading the table does not allow anyone to sign in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
/** 32 random bytes as base64url. */
export const newToken = () => randomBytes(32).toString('base64url');
/** Longer than any of a session from before there was a prefix for its cookie: see `readSessionToken`. */
const newSessionToken = () => randomBytes(33).toString('base64url');
const expiryFrom = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

/** Facts about a session's user beyond their cookie; see the columns. */
type Proof = Pick<typeof sessions.$inferInsert, 'confirmedAt' | 'isTwoStep'>;

/** Starts a session and returns its token. */
export async function startSession(
  app: AppContext,
  requester: Requester,
  userId: AccountId,
  proof: Proof = {},
): Promise<string> {
  const token = newSessionToken();
  const now = app.now();
  const { network, place } = originOfRequest({ ...app, requester });
  await app.db.insert(sessions).values({
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    userAgent: requester.userAgent.slice(0, 300),
    network,
    place,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryFrom(now),
    ...proof,
  });
  return token;
}

/** How many an account may have; a further one ends the one not used for longest. */
export const SESSIONS_MAX = 50;

/** Ends the sessions of an account beyond `SESSIONS_MAX`, those first that were not used for longest. */
export async function endOldestSessions({ db }: Pick<AppContext, 'db'>, userId: AccountId): Promise<void> {
  const oldest = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(whereCan(systemFor(userId), 'see', 'session'))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(SESSIONS_MAX);
  await db.delete(sessions).where(inArray(sessions.tokenHash, oldest));
}

/**
 * A session in use is marked as such at most this often, so that browsing does not become writing. So a limit may end a
 * session that much early, never late.
 */
const SEEN_EVERY_MS = 5 * 60_000;

const idleMsOf = ({ idleMinutes }: Pick<UserRow, 'idleMinutes'>) =>
  (idleMinutes ?? IDLE_MINUTES_DEFAULT) * 60_000;

/** The condition for sessions that were used within the limit their owner chose. */
export const isUsedRecently = (user: Pick<UserRow, 'idleMinutes'>, now: Date): SQL =>
  gt(sessions.lastSeenAt, new Date(now.getTime() - idleMsOf(user)));

/**
 * With a placeholder for hashes of tokens as JSON: built once, and planned once by each connection that may keep it. Of any
 * JSON PostgreSQL expects one element of this length, and so it always goes by indexes.
 */
const prepareSessions = (db: Db, name: string) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      user: personColumns,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sql`json_array_elements_text(${sql.placeholder('tokenHashes')}::json) as asked (hash)`)
    .innerJoin(sessions, sql`${sessions.tokenHash} = decode(asked.hash, 'hex')`)
    .innerJoin(persons, eq(persons.id, sessions.userId))
    .where(sql`length(asked.hash) = 64`)
    .prepare(name);

/** Reads sessions by the hashes of their tokens, in this order. */
function readSessions(db: Db, name: string) {
  const query = prepareSessions(db, name);
  return async (tokenHashes: Buffer[]) => {
    const asked = tokenHashes.map((hash) => hash.toString('hex'));
    const rows = await query.execute({ tokenHashes: JSON.stringify(asked) });
    const byHash = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
    return asked.map((hash) => byHash.get(hash));
  };
}

/**
 * Finds the user who owns a token, or null, also for a session that was not used for as long as its owner chose. Sessions
 * are rolling: at most once a day, using one restarts its 30 days, and `isRenewed` tells the caller to send a fresh cookie.
 * Those asked for at the same time are read together, since a screen begins with many calls.
 * A call that a screen repeats by itself (`isRepeated`) keeps no session alive that has an idle limit. `canPrepare`: the
 * connections go straight to PostgreSQL.
 */
export function createFindSession(now: () => Date, canPrepare: boolean): FindSession {
  const name = canPrepare ? 'find_session' : '';
  const read = batchOnEach((db: Db) => readSessions(db, name));
  return async (db, token, isRepeated) => {
    const at = now();
    const tokenHash = hashToken(token);
    const found = await read(db, tokenHash);
    if (!found || found.expiresAt <= at) return null;
    const { user, lastSeenAt, expiresAt } = found;
    const unusedMs = at.getTime() - lastSeenAt.getTime();
    if (unusedMs >= idleMsOf(user)) return null;
    const isRenewed = expiryFrom(at).getTime() - expiresAt.getTime() > DAY_MS;
    const isUse = !isRepeated || user.idleMinutes === null;
    if (isRenewed || (isUse && unusedMs >= SEEN_EVERY_MS)) {
      // Of many calls at once, the first one writes: the others wait for it, and then find nothing to do.
      await db
        .update(sessions)
        .set({ ...(isUse && { lastSeenAt: at }), ...(isRenewed && { expiresAt: expiryFrom(at) }) })
        .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.lastSeenAt, lastSeenAt)));
    }
    const person = { ...user, id: personId.parse(user.id) };
    return { user: person, account: user, actor: asPerson(person), isRenewed };
  };
}

export async function endSession(app: AppContext, token: string): Promise<void> {
  await app.db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

/** True if more than a password began the session: a passkey, or a code. */
export async function isTwoStepSession(
  { db }: Pick<AppContext, 'db'>,
  token: string | undefined,
): Promise<boolean> {
  const [session] = await db
    .select({ isTwoStep: sessions.isTwoStep })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token ?? '')));
  return session?.isTwoStep ?? false;
}

/** Replaces the session's `token` and returns the new one; throws 401 if the session has ended meanwhile. */
export async function renewToken(
  app: Pick<AppContext, 'db'>,
  token: string | undefined,
  proof: Proof = {},
): Promise<string> {
  const next = newSessionToken();
  const renewed = await app.db
    .update(sessions)
    .set({ tokenHash: hashToken(next), ...proof })
    .where(eq(sessions.tokenHash, hashToken(token ?? '')))
    .returning({ id: sessions.id });
  if (renewed.length === 0) throw signedOut();
  return next;
}

/**
 * Ends all of a user's sessions except that of `keptToken`: changing the password signs out everywhere else. Codes are
 * asked for again everywhere, too.
 */
export async function endOtherSessions(
  app: AppContext,
  userId: AccountId,
  keptToken: string | undefined,
): Promise<void> {
  const isOther = keptToken ? ne(sessions.tokenHash, hashToken(keptToken)) : sql`true`;
  await app.db.delete(sessions).where(and(whereCan(systemFor(userId), 'delete', 'session'), isOther));
  await app.db.delete(rememberedDevices).where(whereCan(systemFor(userId), 'delete', 'rememberedDevice'));
}

/** Signs everyone out, and forgets the devices they trusted; returns how many sessions there were. */
export async function endEverySession({ db }: Pick<AppContext, 'db'>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(rememberedDevices);
    const { rowCount } = await tx.delete(sessions);
    return rowCount ?? 0;
  });
}

/** Deletes the sessions that have ended, also those that were not used for too long. */
export async function deleteExpiredSessions(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const now = app.now();
  const { expiresAt, lastSeenAt, userId } = sessions;
  await deleteInSteps(app.db, expiresAt, lte(expiresAt, now), { stopping });
  const isIdle = sql`exists (
    select from ${persons} where ${persons.id} = ${userId}
      and ${lastSeenAt} + make_interval(mins => ${persons.idleMinutes}) <= ${now.toISOString()}::timestamptz)`;
  await deleteInSteps(app.db, expiresAt, isIdle, { stopping });
}
