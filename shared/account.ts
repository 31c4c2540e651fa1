import { abilities } from './abilities.ts';
import { endpoint, file } from './api.ts';
import {
  FULL_NAME_MIN,
  LOGIN_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SUBSCRIPTION_STATUSES,
  USERNAME_MIN,
} from './constants.ts';
import { count, email, id, line, moment, optionalPhone, paragraph } from './fields.ts';
import { pageQuery } from './pages.ts';
import { z } from './zod.ts';

/** Who someone is to us: registration, sign-in, the signed-in user and their settings. */

export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** The client-side user record of section 3. */
export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  isAdmin: z.boolean(),
  subscriptionStatus,
  trialEndsAt: moment.nullable(),
  subscriptionEndsAt: moment.nullable(),
  createdAt: moment,
  hasPaid: z.boolean(),
});
export type User = z.output<typeof user>;

export const settings = z.object({
  isProfileVisible: z.boolean(),
  isAnalyticsEnabled: z.boolean(),
  isExchangeEnabled: z.boolean(),
  autoSmsEnabled: z.boolean(),
  autoSmsMessage: z.string(),
  phoneNumber: z.string().nullable(),
});
export type Settings = z.output<typeof settings>;

/** Room for photos and videos, in bytes; what uploads under way have reserved counts as used. */
export const storage = z.object({ usedBytes: count, limitBytes: count });

export const account = z.object({ user, settings, storage, abilities });
export type Account = z.output<typeof account>;

const username = () =>
  line(40)
    .min(USERNAME_MIN)
    .regex(/^[\p{L}\p{N}._-]*$/u, 'Use letters, digits, dots, dashes and underscores only');
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
export const LOOK_ALIKE_MESSAGE =
  'Use letters of one alphabet: names that mix them, or use full-width letters, look like those of others';

/**
 * Whether a name could be taken for another: it mixes alphabets that share shapes, as in "аlice" with a Cyrillic а (after
 * Unicode Technical Standard 39, section 5.2), or holds compatibility forms such as "ＡＬＩＣＥ". Asked of new names only.
 */
export const looksLikeAnother = (name: string): boolean =>
  name.normalize('NFKC') !== name.normalize('NFC') ||
  LOOK_ALIKES.filter((script) => script.test(name)).length > 1;

const password = () => z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
const fullName = () => line().min(FULL_NAME_MIN);

export const registration = z.object({
  username: username().refine((name) => !looksLikeAnother(name), LOOK_ALIKE_MESSAGE),
  email: email(),
  password: password(),
  fullName: fullName(),
});

/** The field named `email` holds a username or an email address, in any case. */
export const signIn = z.object({ email: line(254).min(LOGIN_MIN), password: password() });

export const accountChanges = z
  .object({
    username: username(),
    email: email(),
    fullName: fullName(),
    isProfileVisible: z.boolean(),
    isAnalyticsEnabled: z.boolean(),
    isExchangeEnabled: z.boolean(),
    autoSmsEnabled: z.boolean(),
    autoSmsMessage: paragraph(480).min(1),
    phoneNumber: optionalPhone(),
    /** A new password, and with it or with a new email address the current one. */
    password: password(),
    currentPassword: z.string().max(PASSWORD_MAX),
  })
  .partial();

/** The forms of the settings that send part of it. */
export const passwordChange = accountChanges
  .pick({ password: true, currentPassword: true })
  .required()
  .refine(({ currentPassword }) => currentPassword.length > 0, {
    path: ['currentPassword'],
    message: 'Please enter your current password.',
  });
export const smsText = accountChanges.pick({ autoSmsMessage: true }).required();

/** A place where someone is signed in. */
export const session = z.object({
  id,
  /** Browser and device in words, like "Firefox on Windows". */
  device: z.string(),
  createdAt: moment,
  /** To the day: a session is marked as used once a day. */
  lastSeenAt: moment,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

/** What is typed to delete an account for good. */
export const accountDeletion = z.object({
  username: line().min(1, 'Please type your username.'),
  password: z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX),
});

export const accountEndpoints = {
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
  change: endpoint('PATCH', '/api/account', {
    summary: 'Change name, email, username, password or settings; fields left out stay as they are',
    who: 'user',
    body: accountChanges,
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
  export: endpoint('GET', '/api/account/export', {
    summary: 'Everything kept about the user: one JSON file and their media, as a zip',
    who: 'user',
    returns: file('application/zip'),
    limit: 'export',
  }),
  delete: endpoint('DELETE', '/api/account', {
    summary: 'Delete the account with its cards and contacts, for good',
    who: 'user',
    body: accountDeletion,
    returns: z.object({ isDeleted: z.literal(true) }),
  }),
};
