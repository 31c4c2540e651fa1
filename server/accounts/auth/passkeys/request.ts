import { newChallenge, type Purpose } from '#server/accounts/auth/passkeys/challenge.ts';
import { describeRelyingParty } from '#server/accounts/auth/passkeys/relying-party.ts';
import type { VisitorContext } from '#server/context.ts';
import type { RequestOptions } from '#shared/accounts/passkeys.ts';

const TIMEOUT_MS = 60_000;

/** Asks for any passkey of this domain that its owner unlocks (Web Authentication, section 5.5). */
export const requestFor = (ctx: VisitorContext, purpose: Purpose): RequestOptions => ({
  rpId: describeRelyingParty(ctx).rpId,
  challenge: Buffer.from(newChallenge(ctx, purpose)).toString('base64url'),
  timeout: TIMEOUT_MS,
  userVerification: 'required',
});
