import { eq, or } from 'drizzle-orm';
import { isPasswordRight, turnOf } from '#server/auth/passwords.ts';
import type { UserContext, UserRow, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { newId } from '#server/db/new-id.ts';
import { sqlState } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { endOtherSessions, endSession, startSession } from '#server/infra/http/session.ts';
import type { Account, accountChanges, registration, signIn as signInBody } from '#shared/account.ts';
import { TRIAL_DAYS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { statusAt } from '#shared/subscription.ts';
import type { z } from '#shared/zod.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

/** Whether a checkout was completed and what it bought still runs: a cancelled subscription does until its period ends. */
export function hasPaid(user: UserRow, now: Date): boolean {
  return user.checkoutCompletedAt !== null && statusAt(user, now) !== 'expired';
}

/** The user as they see themselves: the client-side record of section 3, and their settings. */
export function accountOf(user: UserRow, now: Date): Account {
  const {
    isProfileVisible,
    isAnalyticsEnabled,
    isExchangeEnabled,
    autoSmsEnabled,
    autoSmsMessage,
    phoneNumber,
  } = user;
  return {
    user: {
      id: user.id,
      username: user.username,
      email: user.email,
      fullName: user.fullName,
      isAdmin: user.isAdmin,
      subscriptionStatus: statusAt(user, now),
      trialEndsAt: user.trialEndsAt?.toISOString() ?? null,
      subscriptionEndsAt: user.subscriptionEndsAt?.toISOString() ?? null,
      createdAt: user.createdAt.toISOString(),
      hasPaid: hasPaid(user, now),
    },
    settings: {
      isProfileVisible,
      isAnalyticsEnabled,
      isExchangeEnabled,
      autoSmsEnabled,
      autoSmsMessage,
      phoneNumber,
    },
  };
}

/** Names the field that is taken; any other failure goes on. */
function refuseTaken(error: unknown): never {
  if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
  const cause = error instanceof Error ? error.cause : undefined;
  const constraint =
    cause && typeof cause === 'object' && 'constraint' in cause ? cause.constraint : undefined;
  if (constraint === 'users_email_key') {
    const message = 'An account with this email address exists already. Sign in instead.';
    throw new AppError('conflict', message, { fields: { email: message } });
  }
  const message = 'This username is taken. Please choose another.';
  throw new AppError('conflict', message, { fields: { username: message } });
}

export async function register(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof registration> },
): Promise<Account> {
  const now = ctx.now();
  const password = await ctx.passwords.hash(body.password, turnOf(ctx, false));
  const [user] = await ctx.db
    .insert(users)
    .values({
      ...body,
      id: newId(),
      password,
      createdAt: now,
      trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * DAY_MS),
    })
    .returning()
    .catch(refuseTaken);
  if (!user) throw new Error('The new user was not returned.');
  ctx.session.set(await startSession(ctx, ctx.asker, user.id));
  return accountOf(user, ctx.now());
}

/** Whose username or email address this is, in any case. */
export const isLogin = (login: string) =>
  or(eq(foldCase(users.username), foldCase(login)), eq(foldCase(users.email), foldCase(login)));

export async function signIn(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof signInBody> },
): Promise<Account> {
  const login = body.email.toLowerCase();
  const [user] = await ctx.db.select().from(users).where(isLogin(login)).limit(1);
  if (!(await tryPassword(ctx, user?.id ?? login, user?.password ?? null, body.password, false)) || !user) {
    throw new AppError('signed_out', 'Invalid email or password. Please try again.');
  }
  if (ctx.session.token) await endSession(ctx, ctx.session.token);
  ctx.session.set(await startSession(ctx, ctx.asker, user.id));
  return accountOf(user, ctx.now());
}

/** Whether the password is right; each try costs a point of the account first, so that a hundred at once are ten. */
async function tryPassword(
  ctx: VisitorContext,
  account: string,
  stored: string | null,
  password: string,
  isKnown: boolean,
): Promise<boolean> {
  await ctx.limits.take('signInFailure', account);
  const isRight = await isPasswordRight(ctx, stored, password, turnOf(ctx, isKnown));
  if (isRight) await ctx.limits.clear('signInFailure', account);
  return isRight;
}

export async function signOut(ctx: VisitorContext): Promise<{ isSignedIn: false }> {
  if (ctx.session.token) await endSession(ctx, ctx.session.token);
  ctx.session.set(null);
  return { isSignedIn: false };
}

export async function getAccount(ctx: UserContext): Promise<Account> {
  return accountOf(ctx.user, ctx.now());
}

/** Changes what was sent. A new password or email address needs the current password; a new password ends all other sessions. */
export async function changeAccount(
  ctx: UserContext,
  { body }: { body: z.output<typeof accountChanges> },
): Promise<Account> {
  const { password, currentPassword, ...changes } = body;
  const isNewEmail = changes.email !== undefined && changes.email !== ctx.user.email;
  if (password !== undefined || isNewEmail) await requirePassword(ctx, currentPassword);
  const hashed =
    password === undefined ? {} : { password: await ctx.passwords.hash(password, turnOf(ctx, true)) };
  const isUnchanged = Object.values({ ...changes, ...hashed }).every((value) => value === undefined);
  if (isUnchanged) return accountOf(ctx.user, ctx.now());
  const [user] = await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ ...changes, ...hashed })
      .where(eq(users.id, ctx.user.id))
      .returning()
      .catch(refuseTaken);
    if (password !== undefined) await endOtherSessions({ ...ctx, db: tx }, ctx.user.id, ctx.session.token);
    return changed;
  });
  if (!user) throw new AppError('signed_out', 'Please sign in first.');
  ctx.pages.forget(`user:${user.id}`);
  return accountOf(user, ctx.now());
}

/** Refuses who does not know the password of the session they use; `field` is where the body carries it. */
export async function requirePassword(
  ctx: UserContext,
  password: string | undefined,
  field = 'currentPassword',
): Promise<void> {
  const { id, password: stored } = ctx.user;
  if (password !== undefined && (await tryPassword(ctx, id, stored, password, true))) return;
  const message = 'Please enter your current password.';
  throw new AppError('forbidden', message, { fields: { [field]: message } });
}
