import { and, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { arrivals, reminders, textMessages } from '#server/db/schema/messages.ts';
import { billingEndings } from '#server/db/schema/money.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { teamMembers, users } from '#server/db/schema/users.ts';
import type { Job, SentByJob } from '#server/infra/queue/define-job.ts';
import { deleteWaiting } from '#server/infra/queue/waiting-jobs.ts';
import { noteCustomers } from '#server/money/billing/customer/noted-customers.ts';
import { isTrialOver } from '#server/money/billing/expiry.ts';
import { expire } from '#server/money/billing/write-subscription.ts';

/** The kinds that wait in a restored copy, and how each kind of it is dropped (docs/decisions/369). */

export interface WaitingKind {
  name: SentByJob | 'texts' | 'news' | 'reminders' | 'trials';
  /** In the plural. */
  noun: string;
  /** The original most likely sent it: dropped unless an operator says otherwise. */
  isMessage: boolean;
  /** Selects `at`, when each of them was added or was due, also of those that the backup did not bring. */
  all: (jobs: JobNames) => SQL;
  /**
   * Drops what was there at this moment: what came since then is kept whatever is said. Null if that would change nothing,
   * because the nightly comparison does the same.
   */
  drop: ((tx: Db, at: Date, jobs: JobNames) => Promise<unknown>) | null;
}

/** The names of the jobs that send this. */
export type JobNames = (sends: SentByJob) => string[];

export const namesIn =
  (jobs: readonly Job[]): JobNames =>
  (kind) =>
    jobs.flatMap(({ name, sends }) => (sends === kind ? [name] : []));

const ofJobs = (names: string[]) => sql`
  select created_on as at from pgboss.job where state < 'completed' and name in ${names}`;

/** A kind that waits as jobs alone. */
const jobsOf = (name: SentByJob, noun: string, isMessage: boolean): WaitingKind => ({
  name,
  noun,
  isMessage,
  all: (jobs) => ofJobs(jobs(name)),
  drop: (tx, at, jobs) => deleteWaiting(tx, jobs(name), at),
});

const isUntold = isNull(reminders.toldAt);
const isTextWaiting = inArray(textMessages.state, ['waiting', 'sending']);

export const WAITING: readonly WaitingKind[] = [
  {
    name: 'mails',
    noun: 'mails',
    isMessage: true,
    all: (jobs) => sql`${ofJobs(jobs('mails'))}
      union all select ${receipts.createdAt} from ${receipts} where ${isNull(receipts.settledAt)}`,
    async drop(tx, at, jobs) {
      await deleteWaiting(tx, jobs('mails'), at);
      const isOld = and(isNull(receipts.settledAt), lte(receipts.createdAt, at));
      await tx.update(receipts).set({ settledAt: at }).where(isOld);
    },
  },
  {
    name: 'texts',
    noun: 'texts',
    isMessage: true,
    all: () => sql`select ${textMessages.createdAt} as at from ${textMessages} where ${isTextWaiting}`,
    drop: (tx, at) =>
      tx
        .update(textMessages)
        .set({
          state: sql`case ${textMessages.state} when 'sending' then 'unknown' else 'not_sent' end`,
          reason: sql`case ${textMessages.state} when 'sending' then null else 'restored' end`,
        })
        .where(and(isTextWaiting, lte(textMessages.createdAt, at))),
  },
  jobsOf('pushes', 'messages to devices', true),
  {
    name: 'news',
    noun: 'people that owners have not heard of',
    isMessage: true,
    all: () => sql`select ${arrivals.createdAt} as at from ${arrivals} where ${isNull(arrivals.toldAt)}`,
    async drop(tx, at) {
      await tx
        .update(arrivals)
        .set({ toldAt: arrivals.createdAt, toldIn: arrivals.id })
        .where(and(isNull(arrivals.toldAt), lte(arrivals.createdAt, at)));
      // Those who came through cards that nobody holds have no row there.
      const told = sql`coalesce(${teamMembers.toldUntil}, ${teamMembers.joinedAt})`;
      await tx
        .update(teamMembers)
        .set({ toldUntil: at })
        .where(sql`${told} < ${at.toISOString()}::timestamptz`);
    },
  },
  {
    name: 'reminders',
    noun: 'reminders',
    isMessage: true,
    all: () =>
      sql`select ${reminders.at} as at from ${reminders} where ${isUntold} and ${reminders.at} <= now()`,
    drop: (tx, at) =>
      tx
        .update(reminders)
        .set({ toldAt: reminders.at })
        .where(and(isUntold, lte(reminders.at, at))),
  },
  {
    name: 'trials',
    noun: 'trials whose end was not told',
    isMessage: true,
    all: () => sql`select ${users.trialEndsAt} as at from ${users} where ${isTrialOver(sql`now()`)}`,
    drop: (tx, at) => expire(tx, isTrialOver(at)),
  },
  jobsOf('passes', 'updates of passes', false),
  { ...jobsOf('charges', 'changes at the payment provider', false), drop: null },
  {
    name: 'endings',
    noun: 'customers of deleted accounts to be deleted at the payment provider',
    isMessage: false,
    all: () => sql`select ${billingEndings.createdAt} as at from ${billingEndings}`,
    async drop(tx, at, jobs) {
      const ended = await tx.delete(billingEndings).where(lte(billingEndings.createdAt, at)).returning();
      await noteCustomers(tx, ended, at);
      await deleteWaiting(tx, jobs('endings'), at);
    },
  },
];

export interface WaitingPart {
  kind: WaitingKind;
  /** Number that the backup brought, and since when the oldest of it waits. */
  brought: number;
  oldest: Date | null;
  /** Number that came since the restore. */
  since: number;
}

/** All that waits, without the kinds of which nothing does; `at` is the moment of the restore. */
export async function readWaiting(db: Db, at: Date, jobs: JobNames): Promise<WaitingPart[]> {
  const found: WaitingPart[] = [];
  for (const kind of WAITING) {
    const { rows } = await db.execute<{ brought: number; oldest: string | null; since: number }>(sql`
      select count(*) filter (where at <= ${at.toISOString()}::timestamptz)::int as brought,
        min(at) filter (where at <= ${at.toISOString()}::timestamptz) as oldest,
        count(*) filter (where at > ${at.toISOString()}::timestamptz)::int as since
      from (${kind.all(jobs)}) waiting`);
    const [row] = rows;
    if (!row || row.brought + row.since === 0) continue;
    found.push({ ...row, kind, oldest: row.oldest ? new Date(row.oldest) : null });
  }
  return found;
}
