import { eq } from 'drizzle-orm';
import { can, toAccountSubject } from '#server/access/can.ts';
import { verifyPasskey } from '#server/accounts/auth/passkeys/verify-passkey.ts';
import { requirePassword } from '#server/accounts/auth/passwords.ts';
import { hashToken, renewToken } from '#server/accounts/auth/session-tokens.ts';
import type { UserContext } from '#server/context.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import type { identityProof } from '#shared/accounts/identity.ts';
import type { passkeyAnswer } from '#shared/accounts/passkeys.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/**
 * Actions that could take an account away from its owner ask again who they are, so that an unlocked computer or a stolen
 * cookie is not enough. A proof is good for five minutes in the session that gave it.
 */

const CONFIRMED_MS = 5 * 60 * 1000;

interface Proof {
  /** The password in the request's body, if it has one, and the field of that body in which it stands. */
  password?: string | undefined;
  field?: string;
}

/**
 * Throws 403 unless the password is right or, where none was sent, this session's user has confirmed who they are: by
 * password, passkey or a sign-in at their provider, within the last five minutes.
 */
export async function requireIdentity(ctx: UserContext, { password, field }: Proof = {}): Promise<void> {
  if (password) return requirePassword(ctx, password, field);
  if (await findConfirmation(ctx)) return;
  const message = ctx.user.password ? 'Enter your current password.' : 'First, confirm it’s you.';
  throw new AppError('identity_required', message, field ? { fields: { [field]: message } } : {});
}

/** Until when the last proof of this session is good; null if there is none or it is too old. */
async function findConfirmation(ctx: UserContext): Promise<Date | null> {
  const [session] = await ctx.db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(ctx.session.token ?? '')));
  const until = new Date((session?.confirmedAt?.getTime() ?? 0) + CONFIRMED_MS);
  return until > ctx.now() ? until : null;
}

/**
 * Proves who the requester is, for what they do in the next five minutes. With it the session's token is renewed: one
 * that was stolen before gains nothing.
 */
export async function confirmIdentity(
  ctx: UserContext,
  { body }: { body: z.output<typeof identityProof> },
): Promise<{ confirmedUntil: string }> {
  if (body.passkey) await requirePasskey(ctx, body.passkey);
  else await requireIdentity(ctx, { password: body.password, field: 'password' });
  const until =
    body.password || body.passkey ? await keepConfirmation(ctx, body) : await findConfirmation(ctx);
  return { confirmedUntil: (until ?? ctx.now()).toISOString() };
}

async function requirePasskey(ctx: UserContext, answer: z.output<typeof passkeyAnswer>): Promise<void> {
  const owner = await verifyPasskey(ctx, 'confirm', answer);
  if (owner && can(ctx, 'edit', toAccountSubject(owner))) return;
  throw new AppError('forbidden', 'This passkey isn’t linked to your account. Try another way.');
}

/** Notes that the requester has just proved who they are, and renews the session's token; returns until when it counts. */
export async function keepConfirmation(
  ctx: UserContext,
  { confirmedAt = ctx.now(), passkey }: { confirmedAt?: Date; passkey?: unknown } = {},
): Promise<Date> {
  const proof = { confirmedAt, ...(passkey ? { isTwoStep: true } : {}) };
  ctx.session.set(await renewToken(ctx, ctx.session.token, proof));
  ctx.events.note(ctx.requester, 'identity_confirmed', { userId: ctx.user.id });
  return new Date(confirmedAt.getTime() + CONFIRMED_MS);
}
