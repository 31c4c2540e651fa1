import { and, asc, count, eq, gte, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { textMessages, textNumbers } from '#server/db/schema/messages.ts';
import { contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { countriesOf, isConfirmed, wantsTexts } from '#server/messages/sms/offered-text.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { SMS_MONTH_MAX } from '#shared/messages/sms.ts';
import { hashOfNumber, textCountryOf } from './numbers.ts';
import { wakingMoment } from './quiet-hours.ts';
import type { NotSentReason, WaitReason } from './text-states.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The day of which the log says that its texts are full. */
    fullTextDay: { warned: number };
  }
}

/** Takes texts that are due, one at a time over all processes, and decides what becomes of each. */

export type TextRow = typeof textMessages.$inferSelect;

/** A text to hand to the provider, or to ask it about. */
export interface Claim {
  text: TextRow;
  /** The number, if it is still in the contact. */
  to: string | null;
  /** `find`: it was handed over before, and the answer is not known. */
  does: 'send' | 'find';
}

/** Serializes claims, so that two processes cannot both find that a number had no text today. */
const CLAIMS_LOCK = 7_201_466;
/** Longer than any request: whoever holds a text for so long has died. */
const HOLD_MS = 20_000;

/** States in which a text may have been charged. */
export const SENT_STATES = ['sending', 'sent', 'delivered', 'failed', 'unknown'] as const;

/** The text that is due first, locked. */
async function findDue(tx: Db, now: Date) {
  const [found] = await tx
    .select({
      text: textMessages,
      owner: {
        kind: users.kind,
        emailConfirmedAt: users.emailConfirmedAt,
        phoneNumber: users.phoneNumber,
        autoSmsEnabled: users.autoSmsEnabled,
        suspendedAt: users.suspendedAt,
      },
      phone: contacts.phoneE164,
      morePhones: contacts.morePhones,
      number: textNumbers,
    })
    .from(textMessages)
    .innerJoin(users, eq(users.id, textMessages.userId))
    .leftJoin(contacts, eq(contacts.id, textMessages.contactId))
    .leftJoin(textNumbers, eq(textNumbers.numberHash, textMessages.numberHash))
    .where(and(inArray(textMessages.state, ['waiting', 'sending']), lte(textMessages.nextAt, now)))
    .orderBy(asc(textMessages.nextAt), asc(textMessages.id))
    .limit(1)
    .for('update', { of: textMessages, skipLocked: true });
  return found;
}

/** The next text to deal with; `judged` if its turn is over without the provider, null if none is due. */
export function claimText(app: AppContext): Promise<Claim | 'judged' | null> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMS_LOCK}::bigint)`);
    const now = app.now();
    const found = await findDue(tx, now);
    if (!found) return null;
    const { text, owner, number } = found;
    const numbers = [found.phone, ...(found.morePhones ?? []).map(({ e164 }) => e164)];
    const to = numbers.find((one) => one && hashOfNumber(app, one) === text.numberHash) ?? null;
    if (text.state === 'sending') {
      await hold(tx, text, now);
      return { text, to, does: 'find' };
    }
    const sentToday = await countToday(tx, now);
    const verdict = judgeText(
      app.config,
      {
        text,
        to,
        hasContact: text.contactId !== null,
        owner: { ...owner, isSuspended: owner.suspendedAt !== null },
        textedAt: number?.textedAt ?? null,
        isStopped: Boolean(number?.stoppedAt),
        sentThisMonth: await countThisMonth(tx, text, now),
        monthMax: SMS_MONTH_MAX,
        sentToday,
      },
      now,
    );
    if (verdict.does !== 'send') {
      await settleText(tx, text, verdict);
      if ('reason' in verdict && FULL_DAY.has(verdict.reason)) warnOfFullDay(app, now);
      return 'judged';
    }
    await reserve(tx, text, now);
    return { text: { ...text, attemptedAt: now }, to: verdict.to, does: 'send' };
  });
}

const hold = (tx: Db, { id }: TextRow, now: Date) =>
  tx
    .update(textMessages)
    .set({ nextAt: new Date(now.getTime() + HOLD_MS) })
    .where(eq(textMessages.id, id));

/** Recorded before the provider is called: after a kill, it is asked first. */
async function reserve(tx: Db, { id, numberHash }: TextRow, now: Date): Promise<void> {
  await tx
    .update(textMessages)
    .set({
      state: 'sending',
      reason: null,
      attemptedAt: now,
      tries: sql`${textMessages.tries} + 1`,
      nextAt: new Date(now.getTime() + HOLD_MS),
    })
    .where(eq(textMessages.id, id));
  await tx
    .insert(textNumbers)
    .values({ numberHash, textedAt: now })
    .onConflictDoUpdate({ target: textNumbers.numberHash, set: { textedAt: now } });
}

/** The start of the day (UTC). */
const dayStart = (now: Date): Date => new Date(now.getTime() - (now.getTime() % DAY_MS));

const FULL_DAY = new Set<WaitReason | NotSentReason>(['day_full', 'late_day_full']);

/** Once a day. */
function warnOfFullDay({ log, fullTextDay, config: { smsDailyMax } }: AppContext, now: Date): void {
  const day = dayStart(now).getTime();
  if (day === fullTextDay.warned) return;
  fullTextDay.warned = day;
  log.warn({ smsDailyMax }, 'Texts wait until tomorrow: SMS_DAILY_MAX');
}

/** How many texts went out today for all owners: a number gets one a day, and is known for two. */
export async function countToday(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(textNumbers)
    .where(gte(textNumbers.textedAt, dayStart(now)));
  return row?.count ?? 0;
}

/** The start of the calendar month (UTC). */
export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));

/** How many texts the owner of this one has sent in the calendar month (UTC), this one left out. */
async function countThisMonth(tx: Db, { id, userId }: TextRow, now: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(textMessages)
    .where(
      and(
        eq(textMessages.userId, userId),
        inArray(textMessages.state, SENT_STATES),
        gte(textMessages.attemptedAt, monthStart(now)),
        ne(textMessages.id, id),
      ),
    );
  return row?.count ?? 0;
}

/** Writes down a verdict that needs no provider. */
export async function settleText(db: Db, { id }: Pick<TextRow, 'id'>, verdict: Settled) {
  const values =
    verdict.does === 'wait'
      ? { state: 'waiting' as const, reason: verdict.reason, nextAt: verdict.until }
      : verdict.does === 'end'
        ? { state: 'not_sent' as const, reason: verdict.reason }
        : { state: 'outbox' as const, reason: null };
  await db.update(textMessages).set(values).where(eq(textMessages.id, id));
}

/** The number did not get this text after all: others need not wait for it. */
export async function releaseText(db: Db, { numberHash, attemptedAt }: TextRow): Promise<void> {
  if (!attemptedAt) return;
  await db
    .update(textNumbers)
    .set({ textedAt: null })
    .where(and(eq(textNumbers.numberHash, numberHash), eq(textNumbers.textedAt, attemptedAt)));
  await forgetUnusedNumber(db, numberHash);
}

/** True of a number that neither got a text nor wants none: a claim sets its time again by itself. */
export const isUnused = and(isNull(textNumbers.textedAt), isNull(textNumbers.stoppedAt));

/** Keeps nothing of a number of which nothing needs to be known. */
export const forgetUnusedNumber = (db: Db, numberHash: string) =>
  db.delete(textNumbers).where(and(eq(textNumbers.numberHash, numberHash), isUnused));

/** How long a text may wait before it would come as a surprise. */
export const WAIT_MAX_MS = 3 * DAY_MS;

interface TextSituation {
  text: Pick<typeof textMessages.$inferSelect, 'createdAt' | 'consentWithdrawnAt'>;
  /** The number that was agreed to, from the contact; null if it is not there any more. */
  to: string | null;
  hasContact: boolean;
  owner: Parameters<typeof isConfirmed>[1] &
    Parameters<typeof wantsTexts>[0] & { phoneNumber: string | null; isSuspended: boolean };
  /** When the number last got a text from anybody, and whether it answered STOP. */
  textedAt: Date | null;
  isStopped: boolean;
  sentThisMonth: number;
  monthMax: number;
  /** Over all owners. */
  sentToday: number;
}

type TextVerdict =
  | { does: 'send'; to: string }
  | { does: 'keep_in_outbox' }
  | { does: 'wait'; until: Date; reason: WaitReason }
  | { does: 'end'; reason: NotSentReason };

/** A verdict that needs no provider. */
type Settled = Exclude<TextVerdict, { does: 'send' }>;

const end = (reason: NotSentReason): Settled => ({ does: 'end', reason });

/** All rules about one text at one moment, without a look at the database. */
function judgeText(
  config: Config,
  { text, to, hasContact, owner, textedAt, isStopped, sentThisMonth, monthMax, sentToday }: TextSituation,
  now: Date,
): TextVerdict {
  if (!hasContact) return end('contact_gone');
  if (text.consentWithdrawnAt) return end('withdrawn');
  if (!to) return end('number_changed');
  if (!wantsTexts(owner)) return end('switched_off');
  if (owner.isSuspended) return end('suspended');
  if (isStopped) return end('stopped');
  if (!config.twilio) return { does: 'keep_in_outbox' };
  if (!isConfirmed(config, owner)) return end('unconfirmed');
  const country = textCountryOf(to);
  const countries = countriesOf(config, owner);
  if (countries.length === 0) return end('no_country');
  if (!country || !countries.includes(country)) return end('country');
  if (sentThisMonth >= monthMax) return end('month_full');
  const nextDay = textedAt && new Date(textedAt.getTime() + DAY_MS);
  if (nextDay && nextDay > now) return waitUntil(text.createdAt, nextDay, 'one_a_day');
  const awake = wakingMoment(country, now);
  if (!awake) return end('late_quiet_hours');
  if (awake > now) return waitUntil(text.createdAt, awake, 'quiet_hours');
  if (sentToday < config.smsDailyMax) return { does: 'send', to };
  return waitUntil(text.createdAt, new Date(dayStart(now).getTime() + DAY_MS), 'day_full');
}

/** Waits, unless that takes longer than three days in all. */
export function waitUntil(createdAt: Date, until: Date, reason: WaitReason): Settled {
  return until.getTime() - createdAt.getTime() > WAIT_MAX_MS
    ? end(`late_${reason}`)
    : { does: 'wait', until, reason };
}
