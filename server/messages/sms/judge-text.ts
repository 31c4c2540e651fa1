import type { Config } from '#server/config/config.ts';
import type { textMessages } from '#server/db/schema/messages.ts';
import { countriesOf } from '#server/messages/sms/offered-text.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { textCountryOf } from './numbers.ts';
import { wakingMoment } from './quiet-hours.ts';
import type { NotSentReason, WaitReason } from './text-reasons.ts';

/** All rules about one text at one moment, without a look at the database. */

/** How long a text may wait before it would come as a surprise. */
export const WAIT_MAX_MS = 3 * DAY_MS;

export interface TextSituation {
  text: Pick<typeof textMessages.$inferSelect, 'createdAt' | 'consentWithdrawnAt'>;
  /** The number that was agreed to, from the contact; null if it is not there any more. */
  to: string | null;
  hasContact: boolean;
  owner: { phoneNumber: string | null; autoSmsEnabled: boolean; isSuspended: boolean };
  /** When the number last got a text from anybody, and whether it answered STOP. */
  textedAt: Date | null;
  isStopped: boolean;
  sentThisMonth: number;
  monthMax: number;
}

export type TextVerdict =
  | { does: 'send'; to: string }
  | { does: 'keep_in_outbox' }
  | { does: 'wait'; until: Date; reason: WaitReason }
  | { does: 'end'; reason: NotSentReason };

/** A verdict that needs no provider. */
export type Settled = Exclude<TextVerdict, { does: 'send' }>;

const end = (reason: NotSentReason): Settled => ({ does: 'end', reason });

export function judgeText(
  config: Pick<Config, 'smsCountries' | 'twilio'>,
  { text, to, hasContact, owner, textedAt, isStopped, sentThisMonth, monthMax }: TextSituation,
  now: Date,
): TextVerdict {
  if (!hasContact) return end('contact_gone');
  if (text.consentWithdrawnAt) return end('withdrawn');
  if (!to) return end('number_changed');
  if (!owner.autoSmsEnabled) return end('switched_off');
  if (owner.isSuspended) return end('suspended');
  if (isStopped) return end('stopped');
  if (!config.twilio) return { does: 'keep_in_outbox' };
  const country = textCountryOf(to);
  const countries = countriesOf(config, owner);
  if (countries.length === 0) return end('no_country');
  if (!country || !countries.includes(country)) return end('country');
  if (sentThisMonth >= monthMax) return end('month_full');
  const nextDay = textedAt && new Date(textedAt.getTime() + DAY_MS);
  if (nextDay && nextDay > now) return waitUntil(text.createdAt, nextDay, 'one_a_day');
  const awake = wakingMoment(country, now);
  if (!awake) return end('late_quiet_hours');
  return awake > now ? waitUntil(text.createdAt, awake, 'quiet_hours') : { does: 'send', to };
}

/** Waits, unless that takes longer than three days in all. */
export function waitUntil(createdAt: Date, until: Date, reason: WaitReason): Settled {
  return until.getTime() - createdAt.getTime() > WAIT_MAX_MS
    ? end(`late_${reason}`)
    : { does: 'wait', until, reason };
}
