import { and, asc, count, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { textMessages, textNumbers } from '#server/db/schema/messages.ts';
import { contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { SMS_MONTH_MAX } from '#shared/messages/sms.ts';
import { judgeText, type Settled } from './judge-text.ts';
import { hashOfNumber } from './numbers.ts';

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

/** The next text to deal with; `judged` if its turn is over without the provider, null if none is due. */
export function claimText(app: AppContext): Promise<Claim | 'judged' | null> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMS_LOCK}::bigint)`);
    const now = app.now();
    const [found] = await tx
      .select({
        text: textMessages,
        owner: {
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
    if (!found) return null;
    const { text, owner, number } = found;
    const numbers = [found.phone, ...(found.morePhones ?? []).map(({ e164 }) => e164)];
    const to = numbers.find((one) => one && hashOfNumber(app, one) === text.numberHash) ?? null;
    if (text.state === 'sending') {
      await hold(tx, text, now);
      return { text, to, does: 'find' };
    }
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
      },
      now,
    );
    if (verdict.does !== 'send') {
      await settleText(tx, text, verdict);
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
}
