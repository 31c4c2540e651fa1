import { abilities } from '#shared/contract/abilities.ts';
import { endpoint, file } from '#shared/contract/api.ts';
import {
  FULL_NAME_MIN,
  IDLE_MINUTES,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SUBSCRIPTION_STATUSES,
  USERNAME_MAX,
  USERNAME_MIN,
} from '#shared/contract/constants.ts';
import { count, email, id, line, moment, optionalPhone, paragraph } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { timeZone } from '#shared/formats/time-zones.ts';
import { fitsText, hasLink, TEXT_TOO_LONG, TEXT_WITH_LINK } from '#shared/messages/text-message.ts';
import { TEAM_ROLES } from '#shared/teams/roles.ts';

/** The user's own account: the record and settings as they see them, and how to change and delete it. */

export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES).meta({ id: 'SubscriptionStatus' });
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** The client-side user record of section 3. */
export const user = z
  .object({
    id,
    username: z.string(),
    /** Empty if its owner said that the account is not theirs. */
    email: z.string(),
    isEmailConfirmed: z.boolean(),
    /** The address that replaces this one as soon as it is confirmed. */
    pendingEmail: z.string().nullable(),
    fullName: z.string(),
    isAdmin: z.boolean(),
    subscriptionStatus,
    trialEndsAt: moment.nullable(),
    subscriptionEndsAt: moment.nullable(),
    createdAt: moment,
    hasPaid: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

export const settings = z
  .object({
    isProfileVisible: z.boolean(),
    isAnalyticsEnabled: z.boolean(),
    isExchangeEnabled: z.boolean(),
    /** True if the language model may write suggestions and read photos of paper cards, if this server has one. */
    usesLanguageModel: z.boolean(),
    autoSmsEnabled: z.boolean(),
    autoSmsMessage: z.string(),
    phoneNumber: z.string().nullable(),
    /** IANA name of the zone in which mails say dates; null until a browser has told one. */
    timeZone: z.string().nullable(),
    /** An unused session ends after this many minutes. */
    idleMinutes: z.literal(IDLE_MINUTES),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

/** Space for photos and videos, in bytes; space reserved by running uploads counts as used. */
export const storage = z.object({ usedBytes: count, limitBytes: count }).meta({ id: 'Storage' });

/** The first of what a team waits for somebody to do, and until when it makes a difference. */
const teamNeed = z.object({
  /**
   * For the owner: a payment failed, or the free days of claimed cards end or have ended without a subscription. For others: they were
   * asked to become the owner, or rest as a team admin until they turn on two-step verification.
   */
  kind: z.enum(['payment', 'trial', 'expired', 'offer', 'twoStep']),
  until: moment.nullable(),
});
export type TeamNeed = z.output<typeof teamNeed>;

/**
 * Facts behind the one notice under the header. They come with the account, so that a screen knows before its first
 * paint if there is one.
 */
export const due = z
  .object({
    /** The last charge failed; access ends then, unless it has already. */
    failedPayment: z.object({ accessEndsAt: moment.nullable() }).nullable(),
    hasEverPaid: z.boolean(),
    /** Holds a card of a team and has none of their own: nothing is said about a trial. */
    isPaidByTeam: z.boolean(),
    /** The address is not confirmed, and the first card is at least a day old. */
    isConfirmationDue: z.boolean(),
    /** Submissions that wait for review. */
    unreviewed: count,
    hasContacts: z.boolean(),
    /** The share of the room for contacts that the owner was last mailed of: 0, 90 or 100 percent. */
    contactsFull: count,
    /** Where the owner meets people right now. */
    event: z.object({ name: z.string(), place: z.string().nullable(), endsAt: moment }).nullable(),
    nextReminder: z.object({ contactName: z.string(), at: moment }).nullable(),
    /** The teams that the person is in, in the order in which they joined. */
    teams: z.array(
      z.object({
        id,
        name: z.string(),
        role: z.enum(TEAM_ROLES),
        needs: teamNeed.nullable(),
        /** Submissions that wait for those who run it: none for a member. */
        unreviewed: count,
        isSuspended: z.boolean(),
        /** Strangers see none of its pages. */
        isHidden: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Due' });
export type Due = z.output<typeof due>;

export const account = z
  .object({
    user,
    settings,
    storage,
    abilities,
    /** True if this server sends mail. */
    sendsMail: z.boolean(),
    due,
    /** When a mail server last refused mail to the address for good; null if it takes mail, as far as we know. */
    emailRefusedAt: moment.nullable(),
  })
  .meta({ id: 'Account' });
export type Account = z.output<typeof account>;

/** Vowel signs, as of Hindi, belong to one script; marks of all scripts, as a stroke through a letter, do not count. */
const USERNAME = /^(?:[\p{L}\p{N}._-](?:(?!\p{Script=Inherited})\p{M})*)*$/u;
export const username = () =>
  line(USERNAME_MAX)
    .overwrite((name) => name.normalize('NFC'))
    .min(USERNAME_MIN)
    .regex(USERNAME, 'Use letters, digits, dots, dashes and underscores only');
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
    usesLanguageModel: z.boolean(),
    autoSmsEnabled: z.boolean(),
    autoSmsMessage: paragraph(480)
      .min(1)
      .refine((text) => !hasLink(text), TEXT_WITH_LINK)
      .refine(fitsText, TEXT_TOO_LONG),
    phoneNumber: optionalPhone(),
    timeZone: timeZone().nullable(),
    idleMinutes: z.literal(IDLE_MINUTES),
    /**
     * A new password. It, a new email address and a new username require the current one, or an identity confirmed
     * within the last minutes (`POST /api/account/confirm`).
     */
    password: password(),
    currentPassword: z.string().max(PASSWORD_MAX),
  })
  .partial()
  .meta({ id: 'AccountChanges' });

/** The parts of the settings that have a form of their own. */
export const passwordChange = accountChanges
  .pick({ password: true, currentPassword: true })
  .required()
  .refine(({ currentPassword }) => currentPassword.length > 0, {
    path: ['currentPassword'],
    message: 'Enter your current password.',
  });
/** Likewise for an account without a password, whose form has no current one. */
export const firstPassword = accountChanges.pick({ password: true, currentPassword: true }).required();
export const smsText = accountChanges.pick({ autoSmsMessage: true }).required();

/** The word to type to delete an account for good; without the password, the identity must have been confirmed. */
export const accountDeletion = z
  .object({
    username: line().min(1, 'Type your username.'),
    password: z.string().min(1, 'Enter your password.').max(PASSWORD_MAX).optional(),
  })
  .meta({ id: 'AccountDeletion' });

/** Something that happened to the account. */
export const accountEvent = z
  .object({
    id,
    /** `signed_in`, `password_changed`, …; new kinds are added. */
    kind: z.string(),
    /** The kind in words. */
    title: z.string(),
    /** Which one, or from what to what. */
    about: z.string().nullable(),
    /** Browser and device, like "Firefox on Windows"; null if no browser did it, or several. */
    device: z.string().nullable(),
    /** The network part of the address: the first 24 bits of IPv4, the first 48 of IPv6. */
    network: z.string().nullable(),
    /** City and country, where they are known. */
    place: z.string().nullable(),
    /** How many times it happened that day, `createdAt` being the last. */
    count,
    createdAt: moment,
  })
  .meta({ id: 'AccountEvent' });
export type AccountEvent = z.output<typeof accountEvent>;

export const accountEndpoints = {
  history: endpoint('GET', '/api/account/history', {
    summary: 'What happened to the account in the last year, latest first: sign-ins, changes, exports',
    who: 'user',
    whileSuspended: true,
    query: pageQuery,
    returns: z.array(accountEvent),
    paged: true,
  }),
  change: endpoint('PATCH', '/api/account', {
    summary: 'Change name, email, username, password or settings; fields left out stay as they are',
    who: 'user',
    body: accountChanges,
    returns: account,
    limit: 'accountWrite',
  }),
  export: endpoint('GET', '/api/account/export', {
    summary: 'Everything kept about the user, or of a team: one JSON file and the media, as a zip',
    who: 'user',
    account: 'query',
    whileDeleted: true,
    whileSuspended: true,
    returns: file('application/zip'),
    limit: 'export',
  }),
  confirmEmail: endpoint('POST', '/api/account/confirmation', {
    summary: 'Email a link that confirms the email address, or the one that is to replace it',
    who: 'user',
    returns: z.object({ isRequested: z.literal(true) }),
    limit: 'recovery',
  }),
  cancelNewEmail: endpoint('DELETE', '/api/account/pending-email', {
    summary: 'Keep the email address instead of the one that waits to be confirmed',
    who: 'user',
    returns: account,
  }),
  delete: endpoint('DELETE', '/api/account', {
    summary: 'Permanently delete the account with its cards and contacts',
    who: 'user',
    whileSuspended: true,
    body: accountDeletion,
    returns: z.object({ isDeleted: z.literal(true) }),
  }),
};
