import { and, gt, inArray, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { applePasses, googlePasses, walletCardChanges } from '#server/db/schema/sharing.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';

/**
 * Tells phones' wallets that a card has changed. Edits within `WAIT_MS` are told together; the job that tells them is
 * added in the transaction of the first edit, so that none is lost. A later edit updates the row instead of leaving it
 * alone, so that the job, which deletes the row first, waits for edits that are being saved and then reads what they
 * wrote.
 */

/** A wallet hears of an edit within a minute. */
const WAIT_MS = 50_000;

type Teller = Pick<AppContext, 'queue' | 'now'>;

/**
 * To be called in the transaction that saves, deletes, restores, pauses or hides cards. Does nothing for cards that no
 * wallet holds.
 */
export async function notifyWallets(
  tx: Db,
  ctx: Teller,
  cardIds: readonly string[],
  waitMs = WAIT_MS,
): Promise<void> {
  const held = await heldCards(tx, ctx, cardIds);
  if (held.length === 0) return;
  const waiting = await tx
    .insert(walletCardChanges)
    .values(held.map((cardId) => ({ cardId })))
    // An update, so that the job, which deletes the row, waits for this transaction and then reads what it wrote.
    .onConflictDoUpdate({ target: walletCardChanges.cardId, set: { cardId: sql`excluded.card_id` } })
    .returning({ cardId: walletCardChanges.cardId, isNew: sql<boolean>`(xmax = 0)` });
  const wait = waitMs > 0 ? { startAfter: new Date(ctx.now().getTime() + waitMs) } : {};
  for (const { cardId, isNew } of waiting) {
    if (isNew) await ctx.queue.send(tx, 'card-changed', { cardId }, wait);
  }
}

/**
 * Likewise for all cards of an account: when its visibility changes. A team has thousands, and others wait for the locks of this
 * transaction: jobs look for them.
 */
export const notifyWalletsOfAccount = (
  tx: Db,
  { queue }: Pick<AppContext, 'queue'>,
  teamId: AccountId,
): Promise<void> => queue.send(tx, 'passes-of-team', { teamId, after: '' });

/** Cards of a team looked at in one transaction. */
const CARDS_AT_ONCE = 500;

/**
 * Likewise for the cards of a team whose brand changed, or of any account that is hidden, shown or deleted, those after an
 * id: the rest follows in further jobs.
 */
export const notifyWalletsOfTeam = (
  app: AppContext,
  { teamId, after, waitMs }: { teamId: string; after: string; waitMs?: number | undefined },
): Promise<void> =>
  app.db.transaction(async (tx) => {
    const cards = await tx
      .select({ id: businessCards.id })
      .from(businessCards)
      .where(and(whereCan(systemFor(accountId.parse(teamId)), 'export', 'card'), gt(businessCards.id, after)))
      .orderBy(businessCards.id)
      .limit(CARDS_AT_ONCE);
    const ids = cards.map(({ id }) => id);
    await notifyWallets(tx, app, ids, waitMs);
    const last = ids.at(-1);
    if (last && ids.length === CARDS_AT_ONCE)
      await app.queue.send(tx, 'passes-of-team', { teamId, after: last, waitMs });
  });

/** Which of these cards some wallet holds, in order, so that no two transactions wait for each other. */
async function heldCards(tx: Db, { now }: Teller, cardIds: readonly string[]): Promise<string[]> {
  if (cardIds.length === 0) return [];
  const isOfThese = inArray(applePasses.cardId, [...cardIds]);
  // Locked before the tags are drawn: a list of a device's passes waits for this change or gets a lower tag.
  const passes = await tx
    .select({ cardId: applePasses.cardId })
    .from(applePasses)
    .where(isOfThese)
    .orderBy(applePasses.serial)
    .for('update');
  if (passes.length > 0) {
    const second = new Date(Math.floor(now().getTime() / 1000) * 1000);
    await tx
      .update(applePasses)
      .set({
        tag: sql`nextval('apple_pass_tags')`,
        modifiedAt: sql`greatest(${second.toISOString()}::timestamptz, ${applePasses.modifiedAt} + interval '1 second')`,
      })
      .where(isOfThese);
  }
  const atGoogle = await tx
    .select({ cardId: googlePasses.cardId })
    .from(googlePasses)
    .where(inArray(googlePasses.cardId, [...cardIds]));
  return [...new Set([...passes, ...atGoogle].map(({ cardId }) => cardId))].sort();
}
