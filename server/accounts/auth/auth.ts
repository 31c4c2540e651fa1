import { listAbilities } from '#server/abilities.ts';
import { requireUnreserved } from '#server/accounts/aliases/names.ts';
import { readInvited } from '#server/accounts/auth/address/invited.ts';
import { addAccount } from '#server/accounts/auth/address/write-address.ts';
import { refuseRegistration } from '#server/accounts/auth/address-in-use.ts';
import { beginSession, keepSession, signInUser } from '#server/accounts/auth/enter.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import { isLogin } from '#server/accounts/auth/match-login.ts';
import { chooseTurn, tryPassword } from '#server/accounts/auth/passwords.ts';
import { endSession } from '#server/accounts/auth/session-tokens.ts';
import { readDue } from '#server/accounts/due/due.ts';
import type { AppContext, UserContext, UserRow, VisitorContext } from '#server/context.ts';
import { persons } from '#server/db/schema/users.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { registration, signIn as signInBody } from '#shared/accounts/auth.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { IDLE_MINUTES_DEFAULT, MEDIA_BYTES_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { screens } from '#shared/contract/screens.ts';
import type { z } from '#shared/contract/zod.ts';
import { hasPaid, statusAt } from '#shared/money/subscription.ts';

/** The account as its owner sees it, with what is due. */
export const toAccount = async (user: UserRow, app: AppContext): Promise<Account> => ({
  ...toLastingAccount(user, app),
  due: await readDue(app, user, sendsMail(app)),
});

/** The user as they see themselves: the client-side record of section 3, plus their settings. */
export function toLastingAccount(
  user: UserRow,
  { config, now: clock }: Pick<AppContext, 'config' | 'now'>,
): Omit<Account, 'due'> {
  const now = clock();
  return {
    user: {
      id: user.id,
      username: user.username,
      email: user.email ?? '',
      isEmailConfirmed: user.emailConfirmedAt !== null,
      pendingEmail: user.pendingEmail,
      fullName: user.fullName,
      isAdmin: user.isAdmin,
      subscriptionStatus: statusAt(user, now),
      trialEndsAt: user.trialEndsAt?.toISOString() ?? null,
      subscriptionEndsAt: user.subscriptionEndsAt?.toISOString() ?? null,
      createdAt: user.createdAt.toISOString(),
      hasPaid: hasPaid(user, now),
    },
    settings: {
      ...pick(user, [
        'isProfileVisible',
        'isAnalyticsEnabled',
        'isExchangeEnabled',
        'usesLanguageModel',
        'autoSmsEnabled',
        'autoSmsMessage',
        'phoneNumber',
        'timeZone',
      ]),
      idleMinutes: user.idleMinutes ?? IDLE_MINUTES_DEFAULT,
    },
    storage: { usedBytes: Math.max(0, user.mediaBytes), limitBytes: MEDIA_BYTES_MAX },
    abilities: listAbilities({ config, now: clock }),
    sendsMail: sendsMail({ config }),
    emailRefusedAt: user.emailRefusedAt?.toISOString() ?? null,
  };
}

export async function registerAccount(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof registration> },
): Promise<Account & { next: string }> {
  const { invite, ...details } = body;
  requireUnreserved(details.username);
  const password = await ctx.passwords.hash(details.password, chooseTurn(ctx, false));
  const { isProven, next } = await readInvited(ctx, invite, details.email);
  const emailConfirmedAt = isProven ? ctx.now() : null;
  // Together: an account without a session would refuse its own registration's retry.
  const { user, token } = await ctx.db
    .transaction(async (tx) => {
      const added = await addAccount({ ...ctx, db: tx }, { ...details, password, emailConfirmedAt });
      return { user: added, token: await beginSession(ctx, tx, added, { method: 'registration' }) };
    })
    .catch((refusal: unknown) => refuseRegistration(ctx, details.email, refusal));
  keepSession(ctx, user, token);
  ctx.events.note(ctx.requester, 'registered', { userId: user.id });
  return { ...(await toAccount(user, ctx)), next: next ?? screens.checkout };
}

export async function signIn(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof signInBody> },
): Promise<Account> {
  const login = body.email.toLowerCase();
  const [user] = await ctx.db.select().from(persons).where(isLogin(login)).limit(1);
  const tried = { account: user?.id ?? login, login, stored: user?.password ?? null, isInSession: false };
  const isRight = await takeAddressToo(ctx, user?.id)
    .then(() => tryPassword(ctx, { ...tried, password: body.password }))
    .catch((error: unknown) => {
      const reason = error instanceof AppError ? error.code : 'internal';
      ctx.events.note(ctx.requester, 'sign_in_refused', { userId: user?.id, reason });
      throw error;
    });
  if (!isRight || !user) {
    ctx.failedSignIns.note(user?.id, ctx.requester);
    ctx.events.note(ctx.requester, 'sign_in_refused', { userId: user?.id, reason: 'signed_out' });
    throw new AppError('signed_out', 'Invalid email or password. Please try again.');
  }
  const { code, recoveryCode, rememberDevice } = body;
  await signInUser(ctx, user, { method: 'password', code, recoveryCode, rememberDevice });
  ctx.events.note(ctx.requester, 'signed_in', { userId: user.id });
  return toAccount(user, ctx);
}

/** Sign-ins of a known browser count separately (`chooseLimitKey`), except those to accounts it is not known for. */
async function takeAddressToo({ browser, limits, requester }: VisitorContext, account = ''): Promise<void> {
  if (!browser.known || browser.known.accounts.includes(account)) return;
  await limits.take('signIn', subscriberOf(requester.address));
}

export async function signOut(ctx: VisitorContext): Promise<{ isSignedIn: false }> {
  if (ctx.session.token) await endSession(ctx, ctx.session.token);
  ctx.session.set(null);
  if (ctx.user) ctx.events.note(ctx.requester, 'signed_out', { userId: ctx.user.id });
  return { isSignedIn: false };
}

export async function getAccount(ctx: UserContext): Promise<Account> {
  return toAccount(accountOf(ctx.user), ctx);
}
