import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { newId } from '#server/db/new-id.ts';
import { senderBlocks } from '#server/db/schema/people-visitors.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { endLinksWithBlocked } from '#server/people/contacts/end-links.ts';
import { senderOf } from '#server/people/contacts/exchange/submit.ts';
import type { Page } from '#shared/contract/api.ts';
import { BLOCKS_MAX } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { Block } from '#shared/people/unreviewed.ts';

/** The senders an owner has blocked. Their forms get the same error as from a card that accepts no contacts. */

const toBlock = (row: typeof senderBlocks.$inferSelect): Block => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
});

export async function listBlocks(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Block>> {
  const limit = rowsWanted(query);
  const { createdAt, id, endsAt } = senderBlocks;
  const lasts = or(isNull(endsAt), gt(endsAt, ctx.now()));
  const rows = await ctx.db
    .select()
    .from(senderBlocks)
    .where(and(whereCan(ctx, 'see', 'block'), lasts, isOlder(createdAt, id, toMomentPosition(query.cursor))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toBlock) };
}

/** Within `writeInOrder`, so that requests at once cannot exceed the limit together. */
export async function requireBlocksLeft(ctx: UserContext, wanted: number): Promise<void> {
  if ((await ctx.db.$count(senderBlocks, whereCan(ctx, 'see', 'block'))) + wanted <= BLOCKS_MAX) return;
  throw new AppError(
    'conflict',
    `You can block up to ${BLOCKS_MAX.toLocaleString('en-US')} senders. Unblock some first.`,
  );
}

export async function blockSender(ctx: UserContext, { body }: { body: { email: string } }): Promise<Block> {
  const value = senderOf(body.email);
  const isThis = and(whereCan(ctx, 'see', 'block'), eq(senderBlocks.value, value));
  return writeInOrder(ctx, async (tx) => {
    const inside = { ...ctx, db: tx };
    const [known] = await tx.select().from(senderBlocks).where(isThis);
    if (known) return toBlock(known);
    await requireBlocksLeft(inside, 1);
    const made = {
      ...stampNew(ctx, 'block'),
      kind: 'sender',
      value,
      label: value,
      createdAt: ctx.now(),
    } as const;
    const [row] = await tx
      .insert(senderBlocks)
      .values({ ...made, id: newId() })
      .returning();
    if (!row) throw new Error('The block was not returned.');
    await endLinksWithBlocked(inside, eq(senderBlocks.id, row.id));
    return toBlock(row);
  });
}

export async function unblockSender(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const [row] = await ctx.db
    .delete(senderBlocks)
    .where(and(whereCan(ctx, 'delete', 'block'), eq(senderBlocks.id, params.id)))
    .returning({ id: senderBlocks.id });
  if (!row) throw notFound('block');
  return row;
}
