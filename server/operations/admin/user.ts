import { and, count, gt } from 'drizzle-orm';
import { administratorFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { sendMailedLink, sendsMail } from '#server/accounts/auth/link-mail.ts';
import { endOtherSessions, isUsedRecently } from '#server/accounts/auth/session-tokens.ts';
import type { UserContext } from '#server/context.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import type { ByAccount } from '#server/infra/http/by-id.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { recordAct } from '#server/operations/admin/audit.ts';
import { findTarget, findUser, targetOf } from '#server/operations/admin/find-target.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Act, AdminUserState } from '#shared/operations/admin-acts.ts';

/** One account as administrators see it, and what they do with its sign-in. */

export async function getUser(ctx: UserContext, { params }: ByAccount): Promise<AdminUserState> {
  const user = await findUser(ctx, params.id);
  const [found] = await ctx.db
    .select({ open: count() })
    .from(sessions)
    .where(
      and(
        whereCan(administratorFor(ctx, user.id), 'see', 'session'),
        gt(sessions.expiresAt, ctx.now()),
        isUsedRecently(user, ctx.now()),
      ),
    );
  return {
    id: user.id,
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    hidesPages: user.arePagesSuspended,
    message: user.suspensionMessage,
    openSessions: found?.open ?? 0,
    sendsMail: sendsMail(ctx),
  };
}

export async function endUserSessions(ctx: UserContext, { params, body }: ByAccount & { body: Act }) {
  await ctx.db.transaction(async (tx) => {
    const user = await findTarget(tx, params.id);
    await endOtherSessions({ ...ctx, db: tx }, user.id, undefined);
    await recordAct(ctx, tx, { action: 'sessions_ended', target: targetOf(user), reason: body.reason });
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, user.id, 'sessions_ended_by_admin');
  });
  ctx.events.note(ctx.requester, 'sessions_ended', { userId: ctx.user.id, targetId: params.id });
  return getUser(ctx, { params });
}

/** Mails the link to set a new password, as if its owner had asked for it; the administrator never sees it. */
export async function sendUserReset(ctx: UserContext, { params, body }: ByAccount & { body: Act }) {
  await ctx.db.transaction(async (tx) => {
    const user = await findTarget(tx, params.id);
    if (!sendsMail(ctx)) {
      throw new AppError(
        'conflict',
        `Email isn’t set up. Print a link on the command line: npm run admin -- reset ${user.username}`,
      );
    }
    if (!user.email) throw new AppError('conflict', `${user.username} has no email address right now.`);
    await sendMailedLink(ctx, tx, { purpose: 'reset', userId: user.id });
    await recordAct(ctx, tx, { action: 'reset_sent', target: targetOf(user), reason: body.reason });
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, user.id, 'reset_sent_by_admin');
  });
  ctx.events.note(ctx.requester, 'reset_sent', { userId: ctx.user.id, targetId: params.id });
  return getUser(ctx, { params });
}
