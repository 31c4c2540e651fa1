import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { getSecurity } from '#server/accounts/auth/security.ts';
import { hashToken, renewToken } from '#server/accounts/auth/session-tokens.ts';
import { makeRecoveryCodes } from '#server/accounts/auth/two-step/recovery-codes.ts';
import { forgetDevices } from '#server/accounts/auth/two-step/remembered-devices.ts';
import { removeTwoStep } from '#server/accounts/auth/two-step/remove-two-step.ts';
import { buildTotpUri, findTotpStep, newSecret } from '#server/accounts/auth/two-step/totp.ts';
import type { UserContext } from '#server/context.ts';
import { twoStep } from '#server/db/schema/accounts.ts';
import type { Security, twoStepCode } from '#shared/accounts/identity.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Turning two-step codes on and off. */

interface Codes {
  recoveryCodes: string[];
}

/**
 * Makes a secret, which is asked for only once a code of it has been typed: a QR code may fail to be read. It is stored
 * as it is: a key to encrypt it would be in the same database.
 */
export async function beginTwoStep(ctx: UserContext): Promise<{ secret: string; uri: string }> {
  await requireIdentity(ctx);
  const secret = newSecret();
  const [begun] = await ctx.db
    .insert(twoStep)
    .values({ ...stampNew(ctx, 'twoStep'), secret, createdAt: ctx.now() })
    .onConflictDoUpdate({
      target: twoStep.userId,
      set: { secret, lastStep: 0, createdAt: ctx.now() },
      setWhere: isNull(twoStep.confirmedAt),
    })
    .returning({ userId: twoStep.userId });
  if (!begun) throw new AppError('conflict', 'Two-step verification is already on. Turn it off first.');
  return { secret, uri: buildTotpUri(secret, ctx.user.username) };
}

/** Turns codes on with a code of the secret that was begun, and returns recovery codes, which are shown only here. */
export async function turnOnTwoStep(
  ctx: UserContext,
  { body }: { body: z.output<typeof twoStepCode> },
): Promise<Codes> {
  const key = hashToken(ctx.session.token ?? '').toString('base64url');
  await ctx.limits.take('sessionCodeFailure', key);
  const isBegun = and(whereCan(ctx, 'edit', 'twoStep'), isNull(twoStep.confirmedAt));
  const [begun] = await ctx.db.select({ secret: twoStep.secret }).from(twoStep).where(isBegun);
  if (!begun) throw new AppError('conflict', 'This setup has expired. Please start again.');
  const step = findTotpStep(begun.secret, body.code, ctx.now());
  if (step === null) {
    const message = 'This code is wrong. Check your device’s clock and enter the code shown now.';
    throw new AppError('invalid', message, { fields: { code: message } });
  }
  await ctx.limits.clear('sessionCodeFailure', key);
  const { codes, token } = await ctx.db.transaction(async (tx) => {
    const [turnedOn] = await tx
      .update(twoStep)
      .set({ confirmedAt: ctx.now(), lastStep: step })
      .where(and(isBegun, eq(twoStep.secret, begun.secret), lt(twoStep.lastStep, step)))
      .returning({ userId: twoStep.userId });
    if (!turnedOn) throw new AppError('conflict', 'Two-step verification was just set up elsewhere.');
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'two_step_on');
    const token = await renewToken({ db: tx }, ctx.session.token, { isTwoStep: true });
    return { codes: await makeRecoveryCodes(ctx, tx, accountOf(ctx.user).id), token };
  });
  ctx.session.set(token);
  return { recoveryCodes: codes };
}

export async function turnOffTwoStep(ctx: UserContext): Promise<Security> {
  await requireIdentity(ctx);
  const token = await ctx.db.transaction(async (tx) => {
    if (!(await removeTwoStep(tx, accountOf(ctx.user).id))) return null;
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'two_step_off');
    return renewToken({ db: tx }, ctx.session.token, { isTwoStep: false });
  });
  if (token) ctx.session.set(token);
  return getSecurity(ctx);
}

/** Makes ten new recovery codes; the ones from before no longer work. */
export async function renewRecoveryCodes(ctx: UserContext): Promise<Codes> {
  await requireIdentity(ctx);
  const codes = await ctx.db.transaction(async (tx) => {
    // Locked, so that of two calls at once the later one's codes are the ones that work.
    const [on] = await tx
      .select({ userId: twoStep.userId })
      .from(twoStep)
      .where(and(whereCan(ctx, 'edit', 'twoStep'), isNotNull(twoStep.confirmedAt)))
      .for('update');
    if (!on) throw new AppError('conflict', 'Two-step verification is off, so there’s nothing to recover.');
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'recovery_codes_made');
    return makeRecoveryCodes(ctx, tx, accountOf(ctx.user).id);
  });
  return { recoveryCodes: codes };
}

export async function forgetMyDevices(ctx: UserContext): Promise<Security> {
  await requireIdentity(ctx);
  await forgetDevices(ctx.db, accountOf(ctx.user).id);
  return getSecurity(ctx);
}
