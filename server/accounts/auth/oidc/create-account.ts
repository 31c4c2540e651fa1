import { isNameOfOthers } from '#server/accounts/aliases/names.ts';
import { refuseTaken, usernameTaken } from '#server/accounts/auth/auth.ts';
import { askToConfirm } from '#server/accounts/auth/link-mail.ts';
import { findFreeUsername, proposeUsernames } from '#server/accounts/auth/oidc/free-username.ts';
import { addIdentity, type ProviderPerson } from '#server/accounts/auth/oidc/linked-identities.ts';
import type { Profile } from '#server/accounts/auth/oidc/profile.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { users } from '#server/db/schema/users.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** How often to look for another username when somebody takes it at the same moment. */
const TRIES = 5;

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
  let names = proposeUsernames(fullName, profile.email);
  for (let attempt = 1; ; attempt += 1) {
    const username = await findFreeUsername(ctx, names);
    try {
      return await insertAccount(ctx, person, { ...profile, fullName, username });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.fields?.email) return 'taken';
      if (attempt === TRIES) throw error;
      names = names.filter((name) => name !== username);
    }
  }
}

class AlreadyLinked extends Error {}

async function insertAccount(
  ctx: VisitorContext,
  person: ProviderPerson,
  details: { username: string; fullName: string; email: string | null; isEmailConfirmed: boolean },
): Promise<UserRow | 'linked'> {
  const now = ctx.now();
  const { username, fullName, email, isEmailConfirmed } = details;
  const made: Promise<UserRow | 'linked'> = ctx.db.transaction(async (tx) => {
    if (await isNameOfOthers(ctx, tx, username)) throw usernameTaken();
    const [user] = await tx
      .insert(users)
      .values({
        id: newId(),
        username,
        fullName,
        email,
        emailConfirmedAt: email !== null && isEmailConfirmed ? now : null,
        password: null,
        createdAt: now,
        trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * DAY_MS),
      })
      .returning()
      .catch(refuseTaken);
    if (!user) throw new Error('The new user was not returned.');
    if (!(await addIdentity(ctx, tx, user.id, person))) throw new AlreadyLinked();
    await askToConfirm(ctx, tx, user);
    return user;
  });
  return made.catch((error: unknown) => {
    if (error instanceof AlreadyLinked) return 'linked';
    throw error;
  });
}
