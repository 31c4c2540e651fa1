import { and, isNotNull, lt } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { takeRecoveryCode } from '#server/accounts/auth/two-step/recovery-codes.ts';
import { isRemembered, rememberDevice } from '#server/accounts/auth/two-step/remembered-devices.ts';
import { findTotpStep } from '#server/accounts/auth/two-step/totp.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { recoveryCodes, twoStep } from '#server/db/schema/accounts.ts';
import type { TryCounters } from '#server/infra/http/limits/tries.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { SecondStep } from '#shared/accounts/auth.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The second step of a sign-in: a code of the authenticator, a recovery code, or a device that is remembered. */

const MISSING = 'Enter the code from your authenticator app.';
const WRONG = {
  code: 'This code is wrong or was already used. Enter the one your app shows now.',
  recoveryCode: 'This recovery code is wrong or was already used. Try another one.',
};

/** Nobody is signed in yet, so the status is 401; in a session, the same code means 403. */
const createRefusal = (field?: 'code' | 'recoveryCode') =>
  field
    ? new AppError('two_step_required', WRONG[field], { status: 401, fields: { [field]: WRONG[field] } })
    : new AppError('two_step_required', MISSING, { status: 401 });

/** The secret of an account whose codes are on. */
export async function findSecret(tx: Db, userId: AccountId): Promise<string | null> {
  const [found] = await tx
    .select({ secret: twoStep.secret })
    .from(twoStep)
    .where(and(whereCan(systemFor(userId), 'see', 'twoStep'), isNotNull(twoStep.confirmedAt)));
  return found?.secret ?? null;
}

/**
 * Throws 401 unless the account needs no code or has been given one; returns whether there was a second step. What
 * `chooseStepCounters` lists was charged before.
 */
export async function passSecondStep(
  ctx: VisitorContext,
  tx: Db,
  user: UserRow,
  { code, recoveryCode, rememberDevice: isToRemember }: SecondStep,
): Promise<boolean> {
  const secret = await findSecret(tx, user.id);
  if (secret === null) return false;
  if (code === undefined && recoveryCode === undefined) {
    if (await isRemembered(ctx, tx, user.id)) return true;
    throw createRefusal();
  }
  if (code !== undefined) await takeCode(ctx, tx, user, { secret, code });
  else if (recoveryCode !== undefined) await redeemCode(ctx, tx, user, recoveryCode);
  if (isToRemember) await rememberDevice(ctx, tx, user.id);
  return true;
}

/**
 * Which attempts count together. Wrong codes are few enough that even years of trying do not find one of a million. Only
 * someone who knows the password gets here, and a browser the owner has used before counts on its own: no one can keep the
 * owner out. Recovery codes are too long to be tried, so a stranger's attempts do not count against the owner's.
 */
export function chooseStepCounters(
  { browser, requester }: VisitorContext,
  userId: AccountId,
  { code, recoveryCode }: SecondStep,
): TryCounters {
  if (code === undefined && recoveryCode === undefined) return [];
  const here = `${userId} ${subscriberOf(requester.address)}`;
  if (code === undefined) return [['recoveryCodeFailure', here]];
  const { known } = browser;
  if (known?.accounts.includes(userId)) return [['browserCodeFailure', `${userId} ${known.id}`]];
  return [
    ['codeFailure', here],
    ['accountCodeFailure', userId],
  ];
}

async function takeCode(
  ctx: VisitorContext,
  tx: Db,
  user: UserRow,
  { secret, code }: { secret: string; code: string },
): Promise<void> {
  const step = findTotpStep(secret, code, ctx.now());
  // A code works once: of fifty that arrive together, one moves the last step forward.
  const [used] =
    step === null
      ? []
      : await tx
          .update(twoStep)
          .set({ lastStep: step })
          .where(and(whereCan(systemFor(user.id), 'edit', 'twoStep'), lt(twoStep.lastStep, step)))
          .returning({ userId: twoStep.userId });
  if (!used) throw refuseStep(ctx, user, 'code');
}

async function redeemCode(ctx: VisitorContext, tx: Db, user: UserRow, code: string): Promise<void> {
  if (!(await takeRecoveryCode(ctx, tx, user.id, code))) throw refuseStep(ctx, user, 'recoveryCode');
  const left = await tx.$count(recoveryCodes, whereCan(systemFor(user.id), 'see', 'recoveryCode'));
  await noticeOwner(ctx, tx, user, 'recovery_code_used', { name: `${left} left` });
}

function refuseStep(ctx: VisitorContext, user: UserRow, field: 'code' | 'recoveryCode'): AppError {
  ctx.events.note(ctx.requester, 'sign_in_refused', { userId: user.id, reason: field });
  return createRefusal(field);
}
