import { eq } from 'drizzle-orm';
import { suspended } from '#server/access/refusals.ts';
import { recordEntry } from '#server/accounts/auth/record-entry.ts';
import { endOldestSessions, endSession, startSession } from '#server/accounts/auth/session-tokens.ts';
import { keepSignIn, type SignInMethod } from '#server/accounts/auth/two-step/pending-sign-in.ts';
import { chooseStepCounters, passSecondStep } from '#server/accounts/auth/two-step/second-step.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { noteWriting } from '#server/db/replica.ts';
import { persons } from '#server/db/schema/users.ts';
import { forgiveTries, giveBackTries, takeTries } from '#server/infra/http/limits/tries.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import type { SecondStep } from '#shared/accounts/auth.ts';
import { AppError } from '#shared/contract/errors.ts';

export interface SessionEntry extends SecondStep {
  method: SignInMethod;
  /** When someone has just proved at their provider who they are; null if it does not say. */
  confirmedAt?: Date | null;
}

/**
 * How a session begins: under a new token, in place of the session this browser had before, whoever it belonged to. A
 * registration begins its first one in its own transaction. A sign-in at a provider counts as proof of identity for the next minutes if the provider has just asked;
 * a password or a passkey is asked for again where one is needed.
 *
 * Throws 403 `suspended` for a suspended account, whose session has begun nevertheless, and 401 `two_step_required` where the account needs a code that is missing or wrong. If it is missing, this browser
 * may send it to `POST /api/auth/two-step` within ten minutes.
 */
export async function signInUser(
  ctx: VisitorContext,
  user: UserRow,
  { method, ...secondStep }: SessionEntry,
): Promise<void> {
  const counters = method === 'passkey' ? [] : chooseStepCounters(ctx, user.id, secondStep);
  await takeTries(ctx, counters);
  const token = await ctx.db
    .transaction((tx) => beginSession(ctx, tx, user, { method, ...secondStep }))
    .catch(async (error: unknown) => {
      if (isCodeMissing(error)) keepSignIn(ctx, user, method);
      if (!isCodeRefused(error)) await giveBackTries(ctx, counters);
      throw error;
    });
  await forgiveTries(ctx, counters);
  keepSession(ctx, user, token);
  // They are told, and may export and delete: the session allows no more.
  if (user.suspendedAt) throw suspended(user);
}

/** Gives the browser a session that has begun, once that is committed. */
export function keepSession(ctx: VisitorContext, { id }: UserRow, token: string): void {
  ctx.session.set(token);
  // The standby may not have their last change in another browser yet.
  noteWriting(ctx, id);
  ctx.browser.remember(id);
}

const isCodeRefused = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'two_step_required';
const isCodeMissing = (error: unknown) => isCodeRefused(error) && !error.fields;

/** In the transaction `tx`; `keepSession` follows it. */
export async function beginSession(
  ctx: VisitorContext,
  tx: Db,
  user: UserRow,
  { method, confirmedAt = null, ...secondStep }: SessionEntry,
): Promise<string> {
  const inside = { ...ctx, db: tx };
  await refuseOutdated(tx, user);
  // A passkey is two steps in one: the device that has it, and what unlocks the device.
  const isTwoStep = method === 'passkey' || (await passSecondStep(ctx, tx, user, secondStep));
  if (ctx.session.token) await endSession(inside, ctx.session.token);
  if (method === 'registration') await recordAccountEvent(ctx, tx, user.id, 'registered');
  else await recordEntry(ctx, tx, user);
  const token = await startSession(inside, ctx.requester, user.id, { confirmedAt, isTwoStep });
  await endOldestSessions(inside, user.id);
  return token;
}

/**
 * Whoever proved who they are before the password was set anew begins no session after it: a reset ends only those that
 * are there. Changes of the account wait until this transaction ends.
 */
async function refuseOutdated(tx: Db, { id, password }: UserRow): Promise<void> {
  const [current] = await tx
    .select({ password: persons.password })
    .from(persons)
    .where(eq(persons.id, id))
    .for('share');
  if (current?.password === password) return;
  throw new AppError('signed_out', 'Your password was just changed. Please sign in again.');
}
