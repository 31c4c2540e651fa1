import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';

/** Automatic texts to new contacts who agreed to one. */

/** Which words people agree to next to the consent box (`site/card/forms/SmsConsent.tsx`): a new date with new words. */
export const SMS_CONSENT_VERSION = '2026-11-24';
/** The most texts that go out in an owner's name in a calendar month (UTC). */
export const SMS_MONTH_MAX = 100;

/** True if and how an owner's texts go out, beyond the settings of the account. */
export const texting = z
  .object({
    /** False until the account has confirmed an address: no text goes out before. */
    isConfirmed: z.boolean(),
    /** Codes of the countries (ISO 3166-1) that texts may go to; none without a number of the owner's own. */
    countries: z.array(z.string()),
    sentThisMonth: count,
    monthMax: count,
    /** The whole text, as it would be sent now from a card with the owner's name. */
    preview: z.string(),
  })
  .meta({ id: 'Texting' });
export type Texting = z.output<typeof texting>;

export const textMessage = z
  .object({
    id,
    /** Null once the contact was deleted. */
    contactId: id.nullable(),
    contactName: z.string().nullable(),
    text: z.string(),
    /** `outbox`: this server has no provider; `unknown`: nobody can tell whether it went out. */
    state: z.enum([
      'waiting',
      'sending',
      'sent',
      'delivered',
      'failed',
      'refused',
      'not_sent',
      'outbox',
      'unknown',
    ]),
    /** Why it waits or did not arrive, in words. */
    reason: z.string().nullable(),
    waitsUntil: moment.nullable(),
    /** When it was last handed to the provider. */
    attemptedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    /** The consent, given at `createdAt`: which words were agreed to, and from which network. */
    consentVersion: z.string(),
    consentNetwork: z.string().nullable(),
    /** When they took the consent back. */
    consentWithdrawnAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'TextMessage' });
export type TextMessage = z.output<typeof textMessage>;

export const smsEndpoints = {
  read: endpoint('GET', '/api/sms', {
    summary: 'Where automatic texts may go, and how many went out this month',
    who: 'user',
    returns: texting,
  }),
  list: endpoint('GET', '/api/sms/messages', {
    summary: 'Automatic texts, newest first: what became of each, or what would have been sent',
    who: 'user',
    query: pageQuery,
    returns: z.array(textMessage),
    paged: true,
    limit: 'list',
  }),
};
