import fs from 'node:fs';
import os from 'node:os';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { LongWork, LongWorkRow } from './long-work.ts';

/**
 * Who works on something holds a lease in its row. Bits of work bear being done by two at once; the lease keeps two
 * processes from reading the same file, and says when whoever has the files may go on. Its clock is the database's.
 */

const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
/** Looked at together; more than one process works on. */
const LOOKED_AT = 1_000;

/** Columns of what may be worked on at once. */
export const DUE_NOW = { leaseHolder: null, leaseUntil: sql`now()`, tries: 0 };

/** The moment from which somebody may take it; releases without leases left it empty. */
const dueAt = ({ table }: LongWork): SQL =>
  sql`coalesce(${table.leaseUntil}, ${table.createdAt} + ${LEASE_SECONDS} * interval '1 second')`;

/** Rows that wait for a process, the longest first, and the milliseconds until the next does; null if nothing will. */
export async function findDue(
  { db }: AppContext,
  work: LongWork,
): Promise<{ due: LongWorkRow[]; nextMs: number | null }> {
  const { table, isToDo } = work;
  const due = await db
    .select()
    .from(table)
    .where(and(isToDo, sql`${dueAt(work)} <= now()`))
    .orderBy(dueAt(work))
    .limit(LOOKED_AT);
  const [next] = await db
    .select({ ms: sql<string | null>`extract(epoch from min(${dueAt(work)}) - now()) * 1000` })
    .from(table)
    .where(and(isToDo, sql`${dueAt(work)} > now()`));
  return { due, nextMs: next?.ms ? Math.ceil(Number(next.ms)) : null };
}

/** Returns whether nobody else was faster. */
export async function takeLease(app: AppContext, work: LongWork, id: string): Promise<boolean> {
  const { table, isToDo } = work;
  const taken = await app.db
    .update(table)
    .set({ leaseHolder: work.stateOf(app).holder, leaseUntil: inSeconds(LEASE_SECONDS) })
    .where(and(eq(table.id, id), isToDo, sql`${dueAt(work)} <= now()`))
    .returning({ id: table.id });
  return taken.length > 0;
}

/** Does this while the lease is renewed, and gives it back; afterwards the work is due at once, if there is more to do. */
export async function whileRenewed(
  app: AppContext,
  work: LongWork,
  id: string,
  turn: () => Promise<void>,
): Promise<void> {
  const { table, isToDo } = work;
  const isHeld = and(eq(table.id, id), eq(table.leaseHolder, work.stateOf(app).holder));
  const renew = () =>
    app.db
      .update(table)
      .set({ leaseUntil: inSeconds(LEASE_SECONDS) })
      .where(isHeld);
  // One that fails is followed by the next.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  try {
    await turn();
  } finally {
    clearInterval(timer);
    const leaseUntil = sql`case when ${isToDo} then now() end`;
    await app.db.update(table).set({ leaseHolder: null, leaseUntil, tries: 0 }).where(isHeld);
  }
}

export const inSeconds = (seconds: number): SQL => sql`now() + ${seconds} * interval '1 second'`;

/**
 * Work that ended processes of this machine held is due now. In a new container, which has numbers of its own, it is due when
 * their leases end.
 */
export async function freeLeasesOfTheDead({ db }: AppContext, { table, isToDo }: LongWork): Promise<void> {
  const held = await db
    .selectDistinct({ holder: table.leaseHolder })
    .from(table)
    .where(and(isToDo, isNotNull(table.leaseHolder)));
  for (const { holder } of held) {
    if (holder && hasEnded(holder))
      await db.update(table).set({ leaseUntil: sql`now()` }).where(eq(table.leaseHolder, holder));
  }
}

/**
 * Names this process. Numbers of processes repeat in each container, and names of hosts may: so it says where its number is
 * its own, which no two that run at the same time share.
 */
export const holderName = (id: string): string => `${placeOfNumbers()} ${process.pid} ${id}`;

function placeOfNumbers(): string {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

/** Sure only of processes whose numbers we see: at a start, one with our own was another. */
function hasEnded(holder: string): boolean {
  const [place, pid] = holder.split(' ');
  if (place !== placeOfNumbers()) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
