import { and, eq, lt } from 'drizzle-orm';
import { type Purpose, takeChallenge } from '#server/accounts/auth/passkeys/challenge.ts';
import { describeRelyingParty, hashUserHandle } from '#server/accounts/auth/passkeys/relying-party.ts';
import { loadWebAuthn } from '#server/accounts/auth/passkeys/web-authn.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { passkeys } from '#server/db/schema/accounts.ts';
import { personColumns, persons } from '#server/db/schema/users.ts';
import type { passkeyAnswer } from '#shared/accounts/passkeys.ts';
import { clientData } from '#shared/accounts/passkeys.ts';
import type { z } from '#shared/contract/zod.ts';

/** A passkey's answer to our challenge. */

type Answer = z.output<typeof passkeyAnswer>;

/** The challenge that the browser signed; null if its data are no such thing. */
export function challengeIn(clientDataJson: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge;
  } catch {
    return null;
  }
}

/**
 * The owner of the passkey that answered, or null if anything about the answer is wrong: its challenge is not of this
 * browser or was answered before, the signature, the domain, the account it names, or a counter that shows a copy.
 */
export async function verifyPasskey(
  ctx: VisitorContext,
  purpose: Purpose,
  answer: Answer,
): Promise<UserRow | null> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(ctx, purpose, challenge))) return null;
  const [found] = await ctx.db
    .select({ passkey: passkeys, user: personColumns })
    .from(passkeys)
    .innerJoin(persons, eq(persons.id, passkeys.userId))
    .where(eq(passkeys.credentialId, answer.id));
  if (!found || !namesOwner(ctx, answer, found.user)) return null;
  const { passkey, user } = found;
  const info = await readSignature(ctx, challenge, answer, passkey);
  if (!info) return null;
  // A counter that does not grow belongs to a copy of the passkey (section 6.1.1); synced ones do not count.
  const isLater = info.newCounter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, info.newCounter);
  const [used] = await ctx.db
    .update(passkeys)
    .set({
      counter: info.newCounter,
      isBackedUp: info.credentialBackedUp,
      lastUsedAt: ctx.now(),
    })
    .where(and(eq(passkeys.id, passkey.id), isLater))
    .returning({ id: passkeys.id });
  return used ? user : null;
}

/** At sign-in the passkey must name its account; where it was asked for by its id, it need not. */
function namesOwner(ctx: VisitorContext, { response: { userHandle } }: Answer, owner: UserRow): boolean {
  if (!userHandle) return ctx.user !== null;
  return Buffer.from(userHandle, 'base64url').equals(hashUserHandle(ctx.keyedHash, owner.id));
}

async function readSignature(
  ctx: VisitorContext,
  challenge: string,
  answer: Answer,
  passkey: typeof passkeys.$inferSelect,
) {
  const { rpId, origins } = describeRelyingParty(ctx);
  // The library throws whatever is wrong with the answer; we can fix none of it.
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo : null;
}
