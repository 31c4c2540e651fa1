import type { VisitorContext } from '#server/context.ts';
import type { KeyedHash } from '#server/infra/secret.ts';

/** Who we are to passkeys, which belong to one domain for ever (Web Authentication, section 5.1.3). */

interface RelyingParty {
  rpId: string;
  /** The origins whose pages may use them; browsers allow http for localhost only. */
  origins: string[];
}

/** The host of PUBLIC_URL or, without one, the one in the browser's address bar: passkeys made there work only there. */
export function describeRelyingParty({ config, requester }: VisitorContext): RelyingParty {
  if (config.publicUrl) return { rpId: new URL(config.publicUrl).hostname, origins: [config.publicUrl] };
  const { host, hostname } = hostOf(requester.header('host')) ?? new URL(requester.origin);
  return { rpId: hostname, origins: [`http://${host}`, `https://${host}`] };
}

const hostOf = (header = '') => (URL.canParse(`http://${header}`) ? new URL(`http://${header}`) : null);

/** An account's id in its passkeys (section 14.6.1): bytes that say nothing about it, the same for all its passkeys. */
export const hashUserHandle = (keyedHash: KeyedHash, userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(keyedHash('passkey-user', userId));
