import { endpoint } from '#shared/contract/api.ts';
import { PASSWORD_MAX } from '#shared/contract/constants.ts';
import { id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** Sign-in with other providers, like Google: which there are, and which an account is linked to. */

export const signInProvider = z
  .object({
    /** Part of the address that starts a sign-in: `/auth/oidc/{name}`. */
    name: z.string(),
    /** As on its button: "Continue with Google". */
    label: z.string(),
  })
  .meta({ id: 'SignInProvider' });
export type SignInProvider = z.output<typeof signInProvider>;

/** Someone at a provider who signs in to the account. */
export const linkedSignIn = z
  .object({
    id,
    provider: z.string(),
    label: z.string(),
    /** The address there when it was linked, if the provider told it. */
    email: z.string().nullable(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'LinkedSignIn' });
export type LinkedSignIn = z.output<typeof linkedSignIn>;

export const linkedSignIns = z
  .object({
    providers: z.array(signInProvider),
    identities: z.array(linkedSignIn),
    /** Who came from a provider and waits for their account's owner to link them, in this browser only. */
    waiting: z.object({ provider: z.string(), label: z.string(), email: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'LinkedSignIns' });

/** The current password, unless the identity was confirmed within the last minutes (`POST /api/account/confirm`). */
const currentPassword = z.string().max(PASSWORD_MAX).optional();

/** `next` is a path of this site to go to afterwards. */
export const newLink = z
  .object({
    provider: z.string().max(40),
    next: z.string().max(500).optional(),
    currentPassword,
  })
  .meta({ id: 'NewLink' });

export const linkedSignInCalls = {
  listProviders: endpoint('GET', '/api/auth/providers', {
    summary: 'Who else lets people sign in; a sign-in starts at /auth/oidc/{name}',
    who: 'anyone',
    returns: z.array(signInProvider),
  }),
  listIdentities: endpoint('GET', '/api/auth/identities', {
    summary: 'Which providers the user signs in with, and which could be linked',
    who: 'user',
    whileSuspended: true,
    returns: linkedSignIns,
  }),
  startLink: endpoint('POST', '/api/auth/identities', {
    summary: 'Start to link a provider: the address to open in the browser within two minutes',
    who: 'user',
    body: newLink,
    returns: z.object({ url: z.string() }),
    limit: 'signIn',
  }),
  acceptWaiting: endpoint('POST', '/api/auth/identities/waiting', {
    summary: 'Link the provider that someone came from before they signed in to this account',
    who: 'user',
    body: z.object({ currentPassword }),
    returns: linkedSignIns,
  }),
  removeIdentity: endpoint('DELETE', '/api/auth/identities/{id}', {
    summary: 'Remove a linked sign-in, unless it is the last way into the account',
    who: 'user',
    params: z.object({ id }),
    returns: linkedSignIns,
  }),
};
