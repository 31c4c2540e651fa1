import { and, desc, eq, gt, not } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { hashToken, isUsedRecently } from '#server/accounts/auth/session-tokens.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, type Position, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { deviceName } from '#server/infra/device-name.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import type { Session } from '#shared/accounts/auth.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';

const BEFORE_OTHERS: Position = { key: '9999-12-31T23:59:59.999Z', id: '-' };

/** Where the requester is signed in: this session first, then the most recently used. */
export async function listSessions(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<Session>> {
  const from = toMomentPosition(query.cursor);
  const mine = and(
    whereCan(ctx, 'see', 'session'),
    gt(sessions.expiresAt, ctx.now()),
    isUsedRecently(accountOf(ctx.user), ctx.now()),
  );
  const here = hashToken(ctx.session.token ?? '');
  const isHere = eq(sessions.tokenHash, here);
  const current = from ? [] : await ctx.db.select().from(sessions).where(and(mine, isHere));
  const limit = rowsWanted(query);
  const others = await ctx.db
    .select()
    .from(sessions)
    .where(and(mine, not(isHere), isOlder(sessions.lastSeenAt, sessions.id, from)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(limit + 1 - current.length);
  // This session sorts first, even before those used later.
  const positionOf = (row: SessionRow) =>
    isCurrent(ctx, row) ? BEFORE_OTHERS : newestFirst({ createdAt: row.lastSeenAt, id: row.id });
  const page = toPage([...current, ...others], limit, positionOf);
  return { ...page, rows: page.rows.map((row) => toSession(ctx, row)) };
}

type SessionRow = typeof sessions.$inferSelect;

const toSession = (ctx: UserContext, row: SessionRow): Session => ({
  id: row.id,
  device: deviceName(row.userAgent ?? ''),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  network: row.network,
  place: row.place,
  isCurrent: isCurrent(ctx, row),
});

/** Ends one of the requester's sessions; ending this one signs out here. */
export async function endSessionOf(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const [ended] = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, params.id), whereCan(ctx, 'delete', 'session')))
    .returning();
  if (!ended) throw notFound('session');
  if (isCurrent(ctx, ended)) ctx.session.set(null);
  else {
    const name = deviceName(ended.userAgent ?? '');
    await recordAccountEvent(ctx, ctx.db, accountOf(ctx.user).id, 'session_ended', { name });
  }
  ctx.events.note(ctx.requester, isCurrent(ctx, ended) ? 'signed_out' : 'session_ended', {
    userId: accountOf(ctx.user).id,
  });
  return { id: ended.id };
}

/** Signs the requester out everywhere but here. */
export async function endOtherSessionsOf(ctx: UserContext): Promise<{ ended: number }> {
  const isHere = eq(sessions.tokenHash, hashToken(ctx.session.token ?? ''));
  const ended = await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(whereCan(ctx, 'delete', 'session'), not(isHere)));
    if (rowCount) await recordAccountEvent(ctx, tx, accountOf(ctx.user).id, 'sessions_ended');
    return rowCount ?? 0;
  });
  ctx.events.note(ctx.requester, 'session_ended', { userId: ctx.user.id, reason: 'all others' });
  return { ended };
}

function isCurrent(ctx: UserContext, { tokenHash }: { tokenHash: Buffer }): boolean {
  return ctx.session.token !== undefined && hashToken(ctx.session.token).equals(tokenHash);
}
