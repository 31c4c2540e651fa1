import { and, desc, eq, gt } from 'drizzle-orm';
import { deviceName } from '#server/auth/device-name.ts';
import type { UserContext } from '#server/context.ts';
import { sessions } from '#server/db/schema.ts';
import { hashOf } from '#server/infra/http/session.ts';
import type { Session } from '#shared/account.ts';
import { AppError } from '#shared/errors.ts';

/** Where the asker is signed in, this session first, then the one used last. */
export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.user.id), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
  const listed = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent ?? ''),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: isCurrent(ctx, row),
  }));
  return listed.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Ends one of the asker's sessions; ending this one signs out here. */
export async function endSessionOf(
  ctx: UserContext,
  { params }: { params: { id: string } },
): Promise<{ id: string }> {
  const [ended] = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, params.id), eq(sessions.userId, ctx.user.id)))
    .returning();
  if (!ended) throw new AppError('not_found', 'This session has ended already.');
  if (isCurrent(ctx, ended)) ctx.session.set(null);
  return { id: ended.id };
}

function isCurrent(ctx: UserContext, { tokenHash }: { tokenHash: Buffer }): boolean {
  return ctx.session.token !== undefined && hashOf(ctx.session.token).equals(tokenHash);
}
