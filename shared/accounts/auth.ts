import { endpoint } from '#shared/contract/api.ts';
import { LOGIN_MIN } from '#shared/contract/constants.ts';
import { count, email, id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { account, fullName, password, username } from './account.ts';
import { linkedSignInCalls } from './linked-sign-ins.ts';
import { passkeyAnswer, requestOptions } from './passkeys.ts';
import { LOOK_ALIKE_MESSAGE, looksLikeAnother } from './usernames.ts';

/** Registration, sign-in, sign-out and sessions. */

export const registration = z
  .object({
    username: username().refine((name) => !looksLikeAnother(name), LOOK_ALIKE_MESSAGE),
    email: email(),
    password: password(),
    fullName: fullName(),
    /** The token of an invite to claim a card. If it was mailed to this address, the address counts as confirmed. */
    invite: z.string().max(100).optional(),
  })
  .meta({ id: 'Registration' });

/** The new account, and the screen to go on with: who comes from an invite claims the card, for which its team pays. */
const registered = account.extend({ next: z.string() }).meta({ id: 'Registered' });

/** The six digits that an authenticator app shows, however they are spaced. */
export const code = () =>
  z
    .string()
    .max(20)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.'));

/** The second step of a sign-in to an account whose two-step codes are on. */
const secondStep = z.object({
  code: code().optional(),
  /** One of the ten to write down, where the authenticator is lost. */
  recoveryCode: z.string().min(1).max(40).optional(),
  /** Asks for no more codes in this browser for 30 days. */
  rememberDevice: z.boolean().optional(),
});
export type SecondStep = z.output<typeof secondStep>;

/**
 * The field named `email` holds a username or an email address, in any case. Where two-step codes are on, a sign-in
 * without one is answered with 401 and `two_step_required`; it can be repeated with one, or finished with
 * `POST /api/auth/two-step`.
 */
export const signIn = secondStep
  .extend({ email: line(254).min(LOGIN_MIN), password: password() })
  .meta({ id: 'SignIn' });

export const finishedSignIn = secondStep.refine(
  ({ code, recoveryCode }) => code !== undefined || recoveryCode !== undefined,
  { path: ['code'], message: 'Enter the code from your authenticator app.' },
);

/** Whose password was forgotten: a username or an email address, in any case. */
export const resetRequest = z.object({ email: line(254).min(LOGIN_MIN) });

/** The address that someone wants to prove is theirs. */
export const addressProof = z.object({ email: email() });

/** A place where someone is signed in. */
export const session = z
  .object({
    id,
    /** Browser and device, like "Firefox on Windows". */
    device: z.string(),
    createdAt: moment,
    /** Accurate to five minutes. */
    lastSeenAt: moment,
    /** Where it began: the network part of the address, and city and country where they are known. */
    network: z.string().nullable(),
    place: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const authEndpoints = {
  register: endpoint('POST', '/api/auth/register', {
    summary: 'Create an account, start its trial and sign in',
    who: 'anyone',
    body: registration,
    returns: registered,
    limit: 'register',
  }),
  signIn: endpoint('POST', '/api/auth/login', {
    summary: 'Sign in with a username or an email address',
    who: 'anyone',
    body: signIn,
    returns: account,
    limit: 'signIn',
  }),
  askForReset: endpoint('POST', '/api/auth/reset', {
    summary: 'Email a link to set a new password; the answer does not tell whether there is such an account',
    who: 'anyone',
    body: resetRequest,
    returns: z.object({ isRequested: z.literal(true) }),
    limit: 'recovery',
  }),
  finishSignIn: endpoint('POST', '/api/auth/two-step', {
    summary: 'Give the code that a sign-in in this browser was asked for',
    who: 'anyone',
    body: finishedSignIn,
    returns: account,
    limit: 'signIn',
  }),
  proveAddress: endpoint('POST', '/api/auth/prove-address', {
    summary: 'Email a link that proves an address is yours: to set a new password, or to release the address',
    who: 'anyone',
    body: addressProof,
    returns: z.object({ isRequested: z.literal(true) }),
    limit: 'recovery',
  }),
  mailAbility: endpoint('GET', '/api/auth/mail', {
    summary: 'Whether this server sends email, and whom to ask if it doesn’t',
    who: 'anyone',
    returns: z.object({ sendsMail: z.boolean(), contact: z.string(), contactUrl: z.string().nullable() }),
  }),
  askForPasskey: endpoint('GET', '/api/auth/passkey/options', {
    summary: 'A challenge for any passkey of this site, for one sign-in in this browser',
    who: 'anyone',
    returns: requestOptions,
    limit: 'challenge',
  }),
  signInWithPasskey: endpoint('POST', '/api/auth/passkey', {
    summary: 'Sign in with the answer of a passkey; no code is asked for',
    who: 'anyone',
    body: passkeyAnswer,
    returns: account,
    limit: 'signIn',
  }),
  signOut: endpoint('POST', '/api/auth/logout', {
    summary: 'End this session',
    who: 'anyone',
    returns: z.object({ isSignedIn: z.literal(false) }),
  }),
  me: endpoint('GET', '/api/auth/me', {
    summary: 'The signed-in user and their settings',
    who: 'user',
    returns: account,
  }),
  listSessions: endpoint('GET', '/api/account/sessions', {
    summary: 'Where the user is signed in, this session first, then the one used last',
    who: 'user',
    query: pageQuery,
    returns: z.array(session),
    paged: true,
  }),
  endOtherSessions: endpoint('DELETE', '/api/account/sessions', {
    summary: 'Sign out everywhere but here',
    who: 'user',
    returns: z.object({ ended: count }),
  }),
  endSession: endpoint('DELETE', '/api/account/sessions/{id}', {
    summary: 'Sign out somewhere else, or here',
    who: 'user',
    params: z.object({ id }),
    returns: z.object({ id }),
  }),
  ...linkedSignInCalls,
};
