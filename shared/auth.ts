import { account, fullName, LOOK_ALIKE_MESSAGE, looksLikeAnother, password, username } from './account.ts';
import { endpoint } from './api.ts';
import { LOGIN_MIN } from './constants.ts';
import { email, id, line, moment } from './fields.ts';
import { pageQuery } from './pages.ts';
import { z } from './zod.ts';

/** Registration, sign-in, sign-out and sessions. */

export const registration = z.object({
  username: username().refine((name) => !looksLikeAnother(name), LOOK_ALIKE_MESSAGE),
  email: email(),
  password: password(),
  fullName: fullName(),
});

/** The field named `email` holds a username or an email address, in any case. */
export const signIn = z.object({ email: line(254).min(LOGIN_MIN), password: password() });

/** A place where someone is signed in. */
export const session = z.object({
  id,
  /** Browser and device, like "Firefox on Windows". */
  device: z.string(),
  createdAt: moment,
  /** Accurate to the day: a session is marked as used once a day. */
  lastSeenAt: moment,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const authEndpoints = {
  register: endpoint('POST', '/api/auth/register', {
    summary: 'Create an account, start its trial and sign in',
    who: 'anyone',
    body: registration,
    returns: account,
    limit: 'register',
  }),
  signIn: endpoint('POST', '/api/auth/login', {
    summary: 'Sign in with a username or an email address',
    who: 'anyone',
    body: signIn,
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
  endSession: endpoint('DELETE', '/api/account/sessions/{id}', {
    summary: 'Sign out somewhere else, or here',
    who: 'user',
    params: z.object({ id }),
    returns: z.object({ id }),
  }),
};
