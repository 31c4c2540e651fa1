import { eq, or } from 'drizzle-orm';
import { ABILITIES } from '#server/abilities.ts';
import { signedOut } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { requirePassword, tryPassword, turnOf } from '#server/auth/passwords.ts';
import { endOtherSessions, endSession, renewToken, startSession } from '#server/auth/session-tokens.ts';
import type { UserContext, UserRow, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { newId } from '#server/db/new-id.ts';
import { sqlState } from '#server/db/open.ts';
import { users } from '#server/db/schema.ts';
import { subscriberOf } from '#server/infra/network.ts';
import {
  type Account,
  type accountChanges,
  LOOK_ALIKE_MESSAGE,
  looksLikeAnother,
  type registration,
  type signIn as signInBody,
} from '#shared/account.ts';
import { MEDIA_BYTES_MAX, TRIAL_DAYS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { statusAt } from '#shared/subscription.ts';
import { DAY_MS } from '#shared/time.ts';
import type { z } from '#shared/zod.ts';

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
    storage: { usedBytes: Math.max(0, user.mediaBytes), limitBytes: MEDIA_BYTES_MAX },
    abilities: ABILITIES,
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
  await enter(ctx, user.id);
  ctx.events.note(ctx.requester, 'registered', { userId: user.id });
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
  const tried = { account: user?.id ?? login, stored: user?.password ?? null, isInSession: false };
  const isRight = await takeAddressToo(ctx, user?.id)
    .then(() => tryPassword(ctx, { ...tried, password: body.password }))
    .catch((error: unknown) => {
      const reason = error instanceof AppError ? error.code : 'internal';
      ctx.events.note(ctx.requester, 'sign_in_refused', { userId: user?.id, reason });
      throw error;
    });
  if (!isRight || !user) {
    ctx.events.note(ctx.requester, 'sign_in_refused', { userId: user?.id, reason: 'signed_out' });
    throw new AppError('signed_out', 'Invalid email or password. Please try again.');
  }
  await enter(ctx, user.id);
  ctx.events.note(ctx.requester, 'signed_in', { userId: user.id });
  return accountOf(user, ctx.now());
}

/** Sign-ins of a known browser count for itself (`limitKeyOf`), except those to accounts that it is not known for. */
async function takeAddressToo({ browser, limits, requester }: VisitorContext, account = ''): Promise<void> {
  if (!browser.known || browser.known.accounts.includes(account)) return;
  await limits.take('signIn', subscriberOf(requester.address));
}

/** Starts a session in place of the one that this browser had, and remembers the browser. */
async function enter(ctx: VisitorContext, userId: string): Promise<void> {
  if (ctx.session.token) await endSession(ctx, ctx.session.token);
  ctx.session.set(await startSession(ctx, ctx.requester, userId));
  ctx.browser.remember(userId);
}

export async function signOut(ctx: VisitorContext): Promise<{ isSignedIn: false }> {
  if (ctx.session.token) await endSession(ctx, ctx.session.token);
  ctx.session.set(null);
  if (ctx.user) ctx.events.note(ctx.requester, 'signed_out', { userId: ctx.user.id });
  return { isSignedIn: false };
}

export async function getAccount(ctx: UserContext): Promise<Account> {
  return accountOf(ctx.user, ctx.now());
}

/** Names that were registered before this was asked go on. */
function refuseLookAlike({ user }: UserContext, username = user.username): void {
  if (username === user.username || !looksLikeAnother(username)) return;
  throw new AppError('invalid', `username: ${LOOK_ALIKE_MESSAGE}`, {
    fields: { username: LOOK_ALIKE_MESSAGE },
  });
}

/** Changes what was sent. A new password or email address needs the current password; a new password ends all other sessions, and this one goes on under a new token. */
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
