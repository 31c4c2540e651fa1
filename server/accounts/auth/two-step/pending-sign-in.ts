import { eq } from 'drizzle-orm';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { persons } from '#server/db/schema/users.ts';
import { isSameSecret } from '#server/infra/secret.ts';
import { accountId } from '#shared/accounts/ids.ts';

/**
 * A sign-in that waits for its code: who it is, and how they have proved it so far, in a signed cookie of this browser.
 * It replaces the first step only, so a stolen one is worth no more than a stolen password, and less after ten minutes.
 */

/** How someone proved who they are when their session began. `link`: by opening a link mailed to their address. */
export type SignInMethod = 'registration' | 'password' | 'passkey' | 'provider' | 'link';

const VALID_MS = 10 * 60 * 1000;
const METHODS: readonly SignInMethod[] = ['password', 'provider', 'link'];

/** The password is part of what is signed: once it has changed, people who knew the old one have to start again. */
const signPending = ({ keyedHash }: VisitorContext, user: UserRow, text: string) =>
  keyedHash('pending-sign-in', `${text} ${user.password ?? ''}`);

export function keepSignIn(ctx: VisitorContext, user: UserRow, method: SignInMethod): void {
  const text = `${user.id}.${method}.${(ctx.now().getTime() + VALID_MS).toString(36)}`;
  ctx.cookies.set('sign_in', `${text}.${signPending(ctx, user, text).toString('base64url')}`, VALID_MS);
}

export async function findPendingSignIn(
  ctx: VisitorContext,
): Promise<{ user: UserRow; method: SignInMethod } | null> {
  const cookie = ctx.cookies.get('sign_in') ?? '';
  const [id = '', name, expiresAt = '', signature = ''] = cookie.split('.');
  const method = METHODS.find((known) => known === name);
  if (!method || !/^[\w-]{1,40}$/.test(id) || !(Number.parseInt(expiresAt, 36) > ctx.now().getTime()))
    return null;
  const [user] = await ctx.db
    .select()
    .from(persons)
    .where(eq(persons.id, accountId.parse(id)));
  if (!user) return null;
  const given = Buffer.from(signature, 'base64url');
  const own = signPending(ctx, user, `${id}.${method}.${expiresAt}`);
  return isSameSecret(given, own) ? { user, method } : null;
}
