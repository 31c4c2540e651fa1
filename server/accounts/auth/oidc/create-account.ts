import { addAccount } from '#server/accounts/auth/address/write-address.ts';
import { addUnderFreeName, proposeUsernames } from '#server/accounts/auth/oidc/free-username.ts';
import { addIdentity, type ProviderPerson } from '#server/accounts/auth/oidc/linked-identities.ts';
import type { Profile } from '#server/accounts/auth/oidc/profile.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The account of someone who comes from a provider for the first time: like any other, but without a password.
 * 'linked' if they got one at the same moment; 'taken' if their address belongs to an account, which is never taken
 * over or linked by its address alone.
 */
export async function createAccount(
  ctx: VisitorContext,
  person: ProviderPerson,
  profile: Profile,
): Promise<UserRow | 'linked' | 'taken'> {
  const [local = ''] = (profile.email ?? '').split('@');
  const fullName = profile.fullName ?? (local.length >= 2 ? local : 'New Member');
  const names = proposeUsernames(fullName, profile.email);
  return addUnderFreeName(ctx, names, (username) =>
    insertAccount(ctx, person, { ...profile, fullName, username }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.fields?.email) return 'taken';
    throw error;
  });
}

class AlreadyLinked extends Error {}

async function insertAccount(
  ctx: VisitorContext,
  person: ProviderPerson,
  details: { username: string; fullName: string; email: string | null; isEmailConfirmed: boolean },
): Promise<UserRow | 'linked'> {
  const { isEmailConfirmed, ...values } = details;
  const emailConfirmedAt = values.email !== null && isEmailConfirmed ? ctx.now() : null;
  const made: Promise<UserRow | 'linked'> = ctx.db.transaction(async (tx) => {
    const user = await addAccount({ ...ctx, db: tx }, { ...values, emailConfirmedAt, password: null });
    if (!(await addIdentity(ctx, tx, user.id, person))) throw new AlreadyLinked();
    return user;
  });
  return made.catch((error: unknown) => {
    if (error instanceof AlreadyLinked) return 'linked';
    throw error;
  });
}
