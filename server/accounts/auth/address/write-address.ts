import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { isNameOfOthers } from '#server/accounts/aliases/names.ts';
import { askToConfirm, sendMailedLink } from '#server/accounts/auth/link-mail.ts';
import { endLinks, TAKING } from '#server/accounts/auth/mailed-links.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { type Db, sqlState } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import { newTrial } from '#server/money/billing/write-subscription.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The door to the address of an account, and to its row at the start: nothing else writes them (docs/decisions/340).
 * With an address go the links that were mailed to the former one and the customer at the payment provider.
 */

type NewUser = typeof users.$inferInsert;

const UNIQUE_VIOLATION = '23505';

/** Turns a uniqueness violation into an error on the field that is taken; rethrows any other failure. */
export function refuseTaken(error: unknown): never {
  if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
  const cause = error instanceof Error ? error.cause : undefined;
  const constraint =
    cause && typeof cause === 'object' && 'constraint' in cause ? cause.constraint : undefined;
  if (constraint === 'users_email_key') {
    const message = 'There’s already an account with this email address. Sign in instead.';
    throw new AppError('conflict', message, { fields: { email: message } });
  }
  throw usernameTaken();
}

export function usernameTaken(): AppError {
  const message = 'This username is taken. Choose another.';
  return new AppError('conflict', message, { fields: { username: message } });
}

/** Adds an account and asks its owner to confirm the address; throws 409 for a name or address that is in use. */
export async function addAccount(
  ctx: Pick<AppContext, 'db' | 'queue' | 'config' | 'keyedHash' | 'now'>,
  values: Omit<NewUser, 'id' | 'email'> & { email: string | null },
): Promise<UserRow> {
  const createdAt = ctx.now();
  const user = await insertAccount(ctx, { createdAt, ...newTrial(createdAt), ...values });
  await askToConfirm(ctx, ctx.db, user);
  return user;
}

/** Adds the account of a team, which has no address and no trial yet; throws 409 for a name that is in use. */
export const addTeamAccount = (
  ctx: Pick<AppContext, 'db' | 'keyedHash' | 'now'>,
  values: Pick<NewUser, 'username' | 'fullName'>,
): Promise<UserRow> => insertAccount(ctx, { ...values, kind: 'team' });

async function insertAccount(
  ctx: Pick<AppContext, 'db' | 'keyedHash' | 'now'>,
  values: Omit<NewUser, 'id'>,
): Promise<UserRow> {
  if (await isNameOfOthers(ctx, ctx.db, values.username)) throw usernameTaken();
  const [user] = await ctx.db
    .insert(users)
    .values({ createdAt: ctx.now(), ...values, id: accountId.parse(newId()) })
    .returning()
    .catch(refuseTaken);
  if (!user) throw new Error('The new account was not returned.');
  return user;
}

/**
 * Gives an account another address, or none; throws 409 if another account has it. Links mailed to the former one end,
 * but the ways back to it stay; who released it keeps waiting for the next one.
 */
export async function setAddress(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  { id, email: former }: Pick<UserRow, 'id' | 'email'>,
  { email, emailConfirmedAt }: Pick<UserRow, 'email' | 'emailConfirmedAt'>,
): Promise<void> {
  const isReleased = email === null;
  const isOther = isReleased || email.toLowerCase() !== former?.toLowerCase();
  await tx
    .update(users)
    .set({
      email,
      ...(isOther && { emailConfirmedAt, emailRefusedAt: null, emailRefusal: null }),
      ...(isOther && !isReleased && { pendingEmail: null }),
    })
    .where(whereCan(systemFor(id), 'edit', 'account'))
    .catch(refuseTaken);
  if (isOther) await endLinks(tx, id, [...TAKING, 'confirm_email', ...(isReleased ? [] : ['change_email'])]);
  await followAddress(app, tx, id);
}

/** Its owner proved to read what is mailed there. */
export async function confirmAddress(tx: Db, userId: AccountId, emailConfirmedAt: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailConfirmedAt })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
}

/** The address replaces that of the account once the link that is mailed to it is followed. */
export async function awaitAddress(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  userId: AccountId,
  to: string,
): Promise<void> {
  await tx
    .update(users)
    .set({ pendingEmail: to })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
  await mailPending(app, tx, userId, to);
}

export const mailPending = (app: Pick<AppContext, 'queue'>, tx: Db, userId: AccountId, to: string) =>
  sendMailedLink(app, tx, { purpose: 'change_email', userId, to });

/** Forgets the address that shall replace the one of an account: its owner, or whoever was signed out, asked for it. */
export async function dropPendingAddress(tx: Db, userId: AccountId): Promise<void> {
  await tx
    .update(users)
    .set({ pendingEmail: null })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
  await endLinks(tx, userId, ['change_email']);
}
