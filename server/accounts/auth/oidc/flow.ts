import { randomBytes } from 'node:crypto';
import type { Signed } from '#server/accounts/auth/oidc/signed-value.ts';
import { spendChallenge } from '#server/accounts/auth/used-challenges.ts';
import type { OidcProvider } from '#server/config/oidc-settings.ts';
import type { VisitorContext } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { type PersonId, personId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';

/** A visit to a provider: what the browser keeps until it comes back, which binds the answer to this browser. */

const flow = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The purpose: to sign in, to link the provider to `userId`, or to confirm that it is `userId`. */
  intent: z.enum(['sign_in', 'link', 'confirm']),
  userId: personId.nullable(),
  /** The path to go to afterwards, on this site. */
  next: z.string().nullable(),
});
export type Flow = z.output<typeof flow>;

export const flowValue: Signed<Flow> = {
  purpose: 'oidc flow',
  schema: flow,
  validMs: 10 * MINUTE_MS,
};

/** Someone identified by a provider, until they sign in to the account to which the provider shall be linked. */
const waiting = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
});
export type WaitingIdentity = z.output<typeof waiting>;

export const waitingValue: Signed<WaitingIdentity> = {
  purpose: 'oidc waiting',
  schema: waiting,
  validMs: 15 * MINUTE_MS,
};

/** Permission to link a provider, given to a user who has just confirmed who they are; part of an address. */
export const linkTicket: Signed<{ provider: string; userId: PersonId }> = {
  purpose: 'oidc ticket',
  schema: z.object({ provider: z.string(), userId: personId }),
  validMs: 2 * MINUTE_MS,
};

/** 43 characters that nobody can guess: as long as PKCE wants a verifier to be (RFC 7636, section 4.1). */
const createRandom = () => randomBytes(32).toString('base64url');

export function startFlow(
  ctx: VisitorContext,
  { name }: OidcProvider,
  purpose: Pick<Flow, 'intent' | 'userId' | 'next'>,
): Flow {
  return {
    provider: name,
    state: createRandom(),
    nonce: createRandom(),
    verifier: createRandom(),
    redirectUri: `${returnOrigin(ctx)}/auth/oidc/${name}/callback`,
    ...purpose,
  };
}

/** Uses a visit up: of fifty answers to it, one counts. */
export const takeFlow = (ctx: VisitorContext, { state }: Flow): Promise<boolean> =>
  spendChallenge(ctx, state, new Date(ctx.now().getTime() + flowValue.validMs));

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Where the provider sends the browser back to. Without PUBLIC_URL, a browser on this machine may use any of its names,
 * and has its cookie only under that one.
 */
function returnOrigin({ config, requester }: VisitorContext): string {
  const host = requester.header('host') ?? '';
  if (config.publicUrl || !LOOPBACK_HOST.test(host)) return originOf(config);
  return `http://${host}`;
}
