import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { billingEndings } from '#server/db/schema/money.ts';
import { forgetFailed } from '#server/infra/queue/failed-jobs.ts';
import { describeProviderFailure } from '../describe-provider-failure.ts';
import type { BillingParts } from '../sync.ts';
import { tellAdministrators } from '../tell-administrators.ts';

/**
 * Nothing is charged for an account that is gone: its customer is deleted at the provider, however long that takes. The
 * row in `billing_endings` is the promise; the job keeps it, and is sent anew if it ever got lost.
 */

/** Tries before administrators are told: a restart of the provider is over by then, about half a minute later. */
const TOLD_AFTER_TRIES = 4;
/** Longer than the longest wait between two tries. */
const LOST_AFTER_MS = 2 * 60 * 60 * 1000;
const RESENT_AT_ONCE = 500;

interface Gone {
  customerId: string;
  userId: string | null;
  username: string | null;
}

/**
 * Has the provider delete a user's customer if the transaction `db` commits. The customer, not only the subscription we
 * know of: a checkout may have been paid a moment ago or be open in another tab, and nobody could cancel it later.
 */
export async function endCustomer(
  app: Pick<AppContext, 'queue' | 'billing' | 'now'>,
  db: Db,
  { id: userId, username, stripeCustomerId: customerId }: UserRow,
): Promise<void> {
  if (!customerId || !app.billing.ownsCustomer(customerId)) return;
  await promiseEnd(app, db, { customerId, userId, username });
}

/** True if a customer is about to be deleted: of a team that was, and was restored before the provider answered. */
export const isEnding = async (db: Db, customerId: string): Promise<boolean> =>
  (await db.$count(billingEndings, eq(billingEndings.customerId, customerId))) > 0;

export async function promiseEnd(
  app: Pick<AppContext, 'queue' | 'now'>,
  db: Db,
  gone: Gone & { error?: string },
): Promise<void> {
  const made = await db
    .insert(billingEndings)
    .values({ ...gone, createdAt: app.now() })
    .onConflictDoNothing()
    .returning({ customerId: billingEndings.customerId });
  // Otherwise a job is trying already: each night would add another.
  if (made.length > 0) await app.queue.send(db, 'billing-end', { customerId: gone.customerId });
}

/** Deletes the customer and forgets whose it was; a failure is noted, told, and thrown, so that it is tried again. */
export async function keepPromise(app: BillingParts, customerId: string): Promise<void> {
  const isThis = eq(billingEndings.customerId, customerId);
  // The keys of the other provider are set: theirs are needed to end it, and the row says so until then.
  if (!app.billing.ownsCustomer(customerId)) return;
  try {
    await app.billing.endCustomer(customerId);
  } catch (error) {
    const [ending] = await app.db
      .update(billingEndings)
      .set({
        tries: sql`${billingEndings.tries} + 1`,
        triedAt: app.now(),
        error: describeProviderFailure(error),
      })
      .where(isThis)
      .returning();
    if (ending && ending.tries >= TOLD_AFTER_TRIES && !ending.toldAt) await tellOfEnding(app, ending);
    throw error;
  }
  await app.db.delete(billingEndings).where(isThis);
  await forgetFailed(app.db, 'billing-end', { customerId });
}

type Ending = typeof billingEndings.$inferSelect;

export const customerName = ({ username, userId }: Pick<Ending, 'username' | 'userId'>): string =>
  username ?? (userId ? `the account ${userId}` : 'an unknown account');

async function tellOfEnding(app: BillingParts, ending: Ending): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [untold] = await tx
      .update(billingEndings)
      .set({ toldAt: app.now() })
      .where(and(eq(billingEndings.customerId, ending.customerId), isNull(billingEndings.toldAt)))
      .returning();
    if (!untold) return;
    await tellAdministrators(app, tx, {
      key: `billing-ending ${ending.customerId} ${ending.createdAt.toISOString()}`,
      subject: `The subscription of a deleted account is not ended yet: ${customerName(ending)}`,
      paragraphs: [
        `${customerName(ending)} (account ${ending.userId ?? 'unknown'}) was deleted, but the payment provider has not ended its customer ${ending.customerId} yet. It is tried again until that has happened, at least once an hour.`,
        `The last answer was: ${ending.error ?? 'none'}`,
        'If it lasts, end the customer at the provider yourself; the next try then finds that out.',
      ],
    });
  });
}

/** Sends jobs for promises that no job has tried lately: none may be lost with the queue. */
export async function resendEndings(app: Pick<AppContext, 'db' | 'queue' | 'now'>): Promise<void> {
  const long = new Date(app.now().getTime() - LOST_AFTER_MS);
  const { customerId: id, triedAt, createdAt } = billingEndings;
  const isLost = or(lt(triedAt, long), and(isNull(triedAt), lt(createdAt, long)));
  const some = app.db
    .select({ id })
    .from(billingEndings)
    .where(isLost)
    .orderBy(sql`coalesce(${triedAt}, ${createdAt})`)
    .limit(RESENT_AT_ONCE)
    .for('update', { skipLocked: true });
  const lost = await app.db
    .update(billingEndings)
    .set({ triedAt: app.now() })
    .where(and(sql`${id} = any (array(${some}))`, isLost))
    .returning({ customerId: id });
  for (const { customerId } of lost) {
    await app.queue.send(app.db, 'billing-end', { customerId });
  }
}
