import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { newChallenge, takeChallenge } from '#server/accounts/auth/passkeys/challenge.ts';
import { readNewPasskey } from '#server/accounts/auth/passkeys/new-passkey.ts';
import { describeRelyingParty, hashUserHandle } from '#server/accounts/auth/passkeys/relying-party.ts';
import { requestFor } from '#server/accounts/auth/passkeys/request.ts';
import { challengeIn } from '#server/accounts/auth/passkeys/verify-passkey.ts';
import { loadWebAuthn } from '#server/accounts/auth/passkeys/web-authn.ts';
import { toPasskey } from '#server/accounts/auth/security.ts';
import { renewToken } from '#server/accounts/auth/session-tokens.ts';
import { countSignInMethods, lockAccount } from '#server/accounts/auth/sign-in-methods.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { passkeys } from '#server/db/schema/accounts.ts';
import { deviceName } from '#server/infra/device-name.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { Passkey } from '#shared/accounts/identity.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { CreationOptions, newPasskey, passkeyName, RequestOptions } from '#shared/accounts/passkeys.ts';
import { PASSKEYS_MAX, PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** The passkeys of an account. */

const listMine = (ctx: UserContext, db: Db = ctx.db) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(whereCan(ctx, 'see', 'passkey'));

/** The options for a new passkey: one that names its account by itself, and that its owner unlocks. */
export async function beginPasskeyRegistration(ctx: UserContext): Promise<CreationOptions> {
  await requireIdentity(ctx);
  const mine = await listMine(ctx);
  refuseTooMany(mine.length);
  const { username, fullName } = ctx.user;
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: describeRelyingParty(ctx).rpId,
    userName: username,
    userDisplayName: fullName,
    userID: hashUserHandle(ctx.keyedHash, accountOf(ctx.user).id),
    challenge: newChallenge(ctx, 'add'),
    attestationType: 'none',
    excludeCredentials: mine,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

function refuseTooMany(count: number): void {
  if (count < PASSKEYS_MAX) return;
  throw new AppError('conflict', `You can have up to ${PASSKEYS_MAX} passkeys. Remove one first.`);
}

export async function addPasskey(
  ctx: UserContext,
  { body }: { body: z.output<typeof newPasskey> },
): Promise<Passkey> {
  await requireIdentity(ctx);
  const challenge = challengeIn(body.response.clientDataJSON);
  const isAnswer = challenge !== null && (await takeChallenge(ctx, 'add', challenge));
  const made = isAnswer ? await readNewPasskey(describeRelyingParty(ctx), challenge, body) : null;
  if (!made) throw new AppError('invalid', 'We couldn’t verify this passkey. Please try again.');
  const { added, token } = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountOf(ctx.user).id);
    // Throws if the session has ended while the lock was waited for, as by a reset. Its user has shown the passkey.
    const token = await renewToken({ db: tx }, ctx.session.token, { isTwoStep: true });
    refuseTooMany((await listMine(ctx, tx)).length);
    const [added] = await tx
      .insert(passkeys)
      .values({
        ...made,
        id: newId(),
        ...stampNew(ctx, 'passkey'),
        name: body.name ?? deviceName(ctx.requester.userAgent),
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!added) throw new AppError('conflict', 'This passkey was already added.');
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'passkey_added', { name: added.name });
    return { added, token };
  });
  ctx.session.set(token);
  return toPasskey(added);
}

export async function renamePasskey(
  ctx: UserContext,
  { params, body }: ById & { body: z.output<typeof passkeyName> },
): Promise<Passkey> {
  const [renamed] = await ctx.db
    .update(passkeys)
    .set({ name: body.name })
    .where(and(eq(passkeys.id, params.id), whereCan(ctx, 'edit', 'passkey')))
    .returning();
  if (!renamed) throw notFound('passkey');
  return toPasskey(renamed);
}

/** Removes a passkey, unless nothing else signs in to the account. */
export async function removePasskey(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  await requireIdentity(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountOf(ctx.user).id);
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, params.id), whereCan(ctx, 'delete', 'passkey')))
      .returning();
    if (!removed) throw notFound('passkey');
    if ((await countSignInMethods(ctx, tx, accountOf(ctx.user).id)) === 0) {
      throw new AppError('conflict', 'This passkey is the only way into your account. Set a password first.');
    }
    await noticeOwner(ctx, tx, accountOf(ctx.user), 'passkey_removed', { name: removed.name });
    return { id: removed.id };
  });
}

/** Asks for one of the requester's own passkeys, as a proof of identity. */
export async function askForMyPasskey(ctx: UserContext): Promise<RequestOptions> {
  const mine = await listMine(ctx);
  return {
    ...requestFor(ctx, 'confirm'),
    allowCredentials: mine.map((passkey) => ({ ...passkey, type: 'public-key' })),
  };
}
