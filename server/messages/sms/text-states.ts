import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { type TextState, textMessages, textNumbers } from '#server/db/schema/messages.ts';
import type { TakenText } from './text-provider.ts';

/**
 * The outcome of a text: as the provider says it, in answers and callbacks that come late, twice and in any order; and
 * why it waits or did not arrive, in words its owner can act on.
 */

/** Twilio, "Message status values". Whatever else it may say means that it has the text. */
const STATES: Readonly<Record<string, TextState>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Applies it to the text with our id; false if there is none, or the provider has it under another id. */
export async function applyStatus(
  db: Db,
  id: string,
  { id: providerId, status, errorCode }: TakenText,
  now: Date,
): Promise<boolean> {
  const state = STATES[status] ?? 'sent';
  const isLater: SQL | undefined =
    state === 'sent'
      ? sql`${textMessages.state} not in ('delivered', 'failed')`
      : state === 'failed'
        ? ne(textMessages.state, 'delivered')
        : undefined;
  const { providerId: known } = textMessages;
  const values = {
    state: isLater
      ? sql<TextState>`case when ${isLater} then ${state}::text else ${textMessages.state} end`
      : state,
    reason: isLater
      ? sql`case when ${isLater} then ${state === 'failed' ? errorCode : null}::text else ${textMessages.reason} end`
      : null,
    providerId,
    ...(state === 'delivered'
      ? { deliveredAt: sql`coalesce(${textMessages.deliveredAt}, ${now.toISOString()}::timestamptz)` }
      : {}),
  };
  const [text] = await db
    .update(textMessages)
    .set(values)
    .where(and(eq(textMessages.id, id), or(isNull(known), eq(known, providerId))))
    .returning({ numberHash: textMessages.numberHash });
  if (text && errorCode === STOPPED_AT_PROVIDER) await stopNumber(db, text.numberHash, now);
  return text !== undefined;
}

/** Nobody sends to this number any more, and what waits for it ends. */
export async function stopNumber(db: Db, numberHash: string, now: Date): Promise<void> {
  await db
    .insert(textNumbers)
    .values({ numberHash, stoppedAt: now })
    .onConflictDoUpdate({ target: textNumbers.numberHash, set: { stoppedAt: now } });
  await db
    .update(textMessages)
    .set({ state: 'not_sent', reason: 'stopped' })
    .where(and(eq(textMessages.numberHash, numberHash), eq(textMessages.state, 'waiting')));
}

/** The text that the provider has under this id; null if none of ours. */
export async function findByProviderId(db: Db, providerId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: textMessages.id })
    .from(textMessages)
    .where(eq(textMessages.providerId, providerId));
  return row?.id ?? null;
}

const WAITING = {
  quiet_hours: 'It’s night in part of this number’s country.',
  one_a_day: 'This number already got a text from someone else today.',
  day_full: 'We’ve sent all the texts we can today.',
  provider_busy: 'The SMS provider is busy. We’ll keep trying.',
  provider_settings:
    'The SMS provider isn’t accepting our texts right now. The operator needs to look into it.',
} as const;
export type WaitReason = keyof typeof WAITING;

const NOT_SENT = {
  switched_off: 'Automatic SMS was turned off before it was sent.',
  suspended: 'The account was suspended.',
  contact_gone: 'The contact was deleted before it was sent.',
  withdrawn: 'They withdrew their consent before it was sent.',
  had_text: 'This number already had your text.',
  first_only: 'Each number gets one text from you, and this one already got it through another contact.',
  number_changed: 'The contact’s number was changed after they agreed.',
  unconfirmed: 'You hadn’t confirmed your email address.',
  no_country: 'You hadn’t added a phone number, so we didn’t know which country to text.',
  country: 'We don’t text this country.',
  restored: 'The service was restored from a backup, and it may have been sent before.',
  stopped: 'This number replied STOP.',
  month_full: 'You reached the monthly limit.',
  late_quiet_hours: 'We found no daytime hour across this number’s country within three days.',
  late_one_a_day: 'The number got texts from others three days in a row.',
  late_day_full: 'We had already sent all the texts we could for three days.',
  late_provider_busy: 'The SMS provider was down for three days.',
  late_provider_settings: 'The SMS provider didn’t accept our texts for three days.',
} as const;
export type NotSentReason = keyof typeof NOT_SENT;

const NO_PROVIDER = 'Texting isn’t set up, so nothing was sent.';
const UNKNOWN = 'It may have arrived, so we won’t send it again.';

/** Twilio, "Error and Warning Dictionary". */
const CODES: Readonly<Record<string, string>> = {
  '21211': 'this isn’t a phone number',
  '21214': 'this number can’t be reached',
  '21217': 'this isn’t a phone number',
  '21408': 'texts to this country aren’t allowed here',
  '21610': 'this number has opted out of texts',
  '21612': 'this number can’t be reached from here',
  '21614': 'this isn’t a mobile number',
  '30003': 'the phone is off or out of reach',
  '30004': 'the message was blocked',
  '30005': 'the number isn’t in use',
  '30006': 'this is a landline or can’t get texts',
  '30007': 'the carrier filtered it as spam',
  '30008': 'the carrier didn’t say why',
};
/** The provider's code for a number that has answered STOP there. */
export const STOPPED_AT_PROVIDER = '21610';

const codeWords = (code: string | null) =>
  (code && CODES[code]) || (code ? `code ${code}` : 'no reason was given');

/** The reason in words; null where there is nothing to explain. */
export function explain(state: TextState, reason: string | null): string | null {
  switch (state) {
    case 'waiting':
    case 'sending':
      return WAITING[reason as WaitReason] ?? null;
    case 'not_sent':
      return NOT_SENT[reason as NotSentReason] ?? null;
    case 'refused':
      return `The SMS provider rejected it: ${codeWords(reason)}.`;
    case 'failed':
      return `It wasn’t delivered: ${codeWords(reason)}.`;
    case 'outbox':
      return NO_PROVIDER;
    case 'unknown':
      return UNKNOWN;
    default:
      return null;
  }
}
