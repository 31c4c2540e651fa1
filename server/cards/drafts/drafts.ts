import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { hasEnded } from '#server/cards/drafts/ended-drafts.ts';
import { listMediaNames } from '#server/cards/media/media-names.ts';
import { lockHolder } from '#server/cards/media/media-owners.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { businessCards, cardDrafts, endedDrafts } from '#server/db/schema/cards.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import type { Draft, DraftContent } from '#shared/cards/drafts.ts';
import { DRAFT_BYTES_MAX, DRAFT_DAYS, DRAFTS_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DAY_MS } from '#shared/formats/time.ts';

const oldestKept = (app: AppContext) => new Date(app.now().getTime() - DRAFT_DAYS * DAY_MS);

export async function listDrafts(ctx: UserContext): Promise<Draft[]> {
  const rows = await ctx.db
    .select()
    .from(cardDrafts)
    .where(and(whereCan(ctx, 'see', 'draft'), gt(cardDrafts.updatedAt, oldestKept(ctx))))
    .orderBy(desc(cardDrafts.updatedAt), cardDrafts.id)
    .limit(DRAFTS_MAX);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/**
 * Keeps a draft, unless a later state of it has arrived already, or it has been saved. Beyond ten, those that were
 * changed longest ago go. An editor that refused to keep what is being typed now, for the sake of something forgotten
 * weeks ago, would lose the wrong one. The id is chosen by the tab, so that saving again is idempotent and works before
 * the server was ever reached.
 */
export async function keepDraft(
  ctx: UserContext,
  { params, body }: ById & { body: DraftContent },
): Promise<Pick<Draft, 'id' | 'updatedAt'>> {
  if (Buffer.byteLength(JSON.stringify(body)) > DRAFT_BYTES_MAX) {
    throw new AppError('too_large', 'This text is too long for a draft. Save the card or shorten it.');
  }
  const now = ctx.now();
  const values = { ...body, mediaNames: listMediaNames(body.fields), updatedAt: now };
  const updatedAt = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    // One at a time per account, so that many at once cannot exceed the limit.
    await lockHolder(tx, accountOf(ctx.user).id);
    if (await hasEnded(inside, params.id)) return now;
    if (body.cardId) await requireOwnCard(inside, body.cardId);
    const [kept] = await tx
      .insert(cardDrafts)
      .values({ ...values, ...stampNew(ctx, 'draft'), id: params.id, createdAt: now })
      .onConflictDoUpdate({
        target: [cardDrafts.userId, cardDrafts.id],
        set: values,
        setWhere: lte(cardDrafts.revision, body.revision),
      })
      .returning({ updatedAt: cardDrafts.updatedAt });
    await dropOldest(inside, params.id);
    return kept?.updatedAt ?? now;
  });
  return { id: params.id, updatedAt: updatedAt.toISOString() };
}

async function requireOwnCard(ctx: UserContext, cardId: string): Promise<void> {
  const isThis = and(eq(businessCards.id, cardId), whereCan(ctx, 'edit', 'card'));
  if ((await ctx.db.$count(businessCards, isThis)) === 0) throw notFound('card');
}

async function dropOldest(ctx: UserContext, keptId: string): Promise<void> {
  const others = sql`${whereCan(ctx, 'edit', 'draft')} and ${cardDrafts.id} <> ${keptId}`;
  await ctx.db.delete(cardDrafts).where(sql`${others} and ${cardDrafts.id} not in (
    select ${cardDrafts.id} from ${cardDrafts} where ${others}
    order by ${cardDrafts.updatedAt} desc, ${cardDrafts.id} limit ${DRAFTS_MAX - 1})`);
}

export async function discardDraft(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const gone = await ctx.db
    .delete(cardDrafts)
    .where(and(eq(cardDrafts.id, params.id), whereCan(ctx, 'delete', 'draft')))
    .returning({ id: cardDrafts.id });
  if (gone.length === 0) throw notFound('draft');
  return { id: params.id };
}

/** One for all calls and servers, and different for each account; nothing on the device tells it. */
export async function getDraftKey(ctx: UserContext): Promise<{ key: string }> {
  return { key: ctx.keyedHash('draft-key', accountOf(ctx.user).id).toString('base64url') };
}

export async function purgeDrafts(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const before = oldestKept(app);
  await deleteInSteps(app.db, cardDrafts.updatedAt, lte(cardDrafts.updatedAt, before), { stopping });
  await deleteInSteps(app.db, endedDrafts.endedAt, lte(endedDrafts.endedAt, before), { stopping });
}
