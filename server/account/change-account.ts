import { signedOut } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { accountOf, refuseTaken } from '#server/auth/auth.ts';
import { requirePassword, turnOf } from '#server/auth/passwords.ts';
import { endOtherSessions, renewToken } from '#server/auth/session-tokens.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { type Account, type accountChanges, LOOK_ALIKE_MESSAGE, looksLikeAnother } from '#shared/account.ts';
import { AppError } from '#shared/errors.ts';
import type { z } from '#shared/zod.ts';

/** Refuses new names only; those registered before this rule remain valid. */
function refuseLookAlike({ user }: UserContext, username = user.username): void {
  if (username === user.username || !looksLikeAnother(username)) return;
  throw new AppError('invalid', `username: ${LOOK_ALIKE_MESSAGE}`, {
    fields: { username: LOOK_ALIKE_MESSAGE },
  });
}

/**
 * Changes the fields that were sent. A new password or email address requires the current password. A new password ends
 * all other sessions and gives this one a new token.
 */
export async function changeAccount(
  ctx: UserContext,
  { body }: { body: z.output<typeof accountChanges> },
): Promise<Account> {
  const { password, currentPassword, ...changes } = body;
  refuseLookAlike(ctx, changes.username);
  const isNewEmail = changes.email !== undefined && changes.email !== ctx.user.email;
  if (password !== undefined || isNewEmail) await requirePassword(ctx, currentPassword);
  const hashed =
    password === undefined ? {} : { password: await ctx.passwords.hash(password, turnOf(ctx, true)) };
  const isUnchanged = Object.values({ ...changes, ...hashed }).every((value) => value === undefined);
  if (isUnchanged) return accountOf(ctx.user, ctx.now());
  const { user, token } = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const [changed] = await tx
      .update(users)
      .set({ ...changes, ...hashed })
      .where(whereCan(ctx, 'edit', 'account'))
      .returning()
      .catch(refuseTaken);
    if (password === undefined) return { user: changed, token: null };
    await endOtherSessions(inside, ctx.user.id, ctx.session.token);
    return { user: changed, token: await renewToken(inside, ctx.session.token) };
  });
  if (!user) throw signedOut();
  if (token) ctx.session.set(token);
  noteChanges(ctx, user);
  ctx.pages.invalidate(`user:${user.id}`);
  return accountOf(user, ctx.now());
}

function noteChanges({ events, requester, user: before }: UserContext, after: UserRow): void {
  const details = { userId: before.id };
  if (after.password !== before.password) events.note(requester, 'password_changed', details);
  if (after.email !== before.email) events.note(requester, 'email_changed', details);
  if (after.username !== before.username) events.note(requester, 'username_changed', details);
}
