import { abilities } from './abilities.ts';
import { endpoint, file } from './api.ts';
import {
  FULL_NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SUBSCRIPTION_STATUSES,
  USERNAME_MIN,
} from './constants.ts';
import { count, email, id, line, moment, optionalPhone, paragraph } from './fields.ts';
import { z } from './zod.ts';

/** The user's own account: the record and settings as they see them, and how to change and delete it. */

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

/** Space for photos and videos, in bytes; space reserved by running uploads counts as used. */
export const storage = z.object({ usedBytes: count, limitBytes: count });

export const account = z.object({ user, settings, storage, abilities });
export type Account = z.output<typeof account>;

export const username = () =>
  line(40)
    .min(USERNAME_MIN)
    .regex(/^[\p{L}\p{N}._-]*$/u, 'Use letters, digits, dots, dashes and underscores only');
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
export const LOOK_ALIKE_MESSAGE =
  'Use letters of one alphabet: names that mix them, or use full-width letters, look like those of others';

/**
 * Whether a name could be mistaken for another: it mixes alphabets with similar letters, as in "аlice" with a Cyrillic
 * а (after Unicode Technical Standard 39, section 5.2), or contains compatibility forms such as "ＡＬＩＣＥ". Only new names
 * are checked.
 */
export const looksLikeAnother = (name: string): boolean =>
  name.normalize('NFKC') !== name.normalize('NFC') ||
  LOOK_ALIKES.filter((script) => script.test(name)).length > 1;

export const password = () => z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const fullName = () => line().min(FULL_NAME_MIN);

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
    /** A new password. It, or a new email address, also requires the current one. */
    password: password(),
    currentPassword: z.string().max(PASSWORD_MAX),
  })
  .partial();

/** The parts of the settings that have a form of their own. */
export const passwordChange = accountChanges
  .pick({ password: true, currentPassword: true })
  .required()
  .refine(({ currentPassword }) => currentPassword.length > 0, {
    path: ['currentPassword'],
    message: 'Please enter your current password.',
  });
export const smsText = accountChanges.pick({ autoSmsMessage: true }).required();

/** The word to type to delete an account for good. */
export const accountDeletion = z.object({
  username: line().min(1, 'Please type your username.'),
  password: z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX),
});

export const accountEndpoints = {
  change: endpoint('PATCH', '/api/account', {
    summary: 'Change name, email, username, password or settings; fields left out stay as they are',
    who: 'user',
    body: accountChanges,
    returns: account,
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
