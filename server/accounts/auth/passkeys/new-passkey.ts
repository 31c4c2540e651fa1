import { loadWebAuthn } from '#server/accounts/auth/passkeys/web-authn.ts';
import type { passkeys } from '#server/db/schema/accounts.ts';
import type { newPasskey } from '#shared/accounts/passkeys.ts';
import type { z } from '#shared/contract/zod.ts';

type Made = Pick<
  typeof passkeys.$inferInsert,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'
>;

/**
 * The passkey that a browser has made in answer to a challenge; null if its data are wrong in any way. Which device made
 * it is not asked: whoever chooses a weak one endangers only their own account.
 */
export async function readNewPasskey(
  { rpId, origins }: { rpId: string; origins: string[] },
  challenge: string,
  { id, type, response }: z.output<typeof newPasskey>,
): Promise<Made | null> {
  // The library throws whatever is wrong with the data; we can fix none of it.
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}
