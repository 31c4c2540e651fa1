import { and, desc } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { findKind } from '#server/infra/journal/event-kinds.ts';
import type { AccountEvent } from '#shared/accounts/account.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';

/** The events of the requester's account, latest first. */
export async function listEvents(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<AccountEvent>> {
  await ctx.failedSignIns.flush();
  const limit = rowsWanted(query);
  const isNext = isOlder(accountEvents.createdAt, accountEvents.id, toMomentPosition(query.cursor));
  const rows = await ctx.db
    .select()
    .from(accountEvents)
    .where(and(whereCan(ctx, 'see', 'event'), isNext))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toEvent) };
}

export function toEvent(row: typeof accountEvents.$inferSelect): AccountEvent {
  const { id, kind, details, device, network, place, count, createdAt } = row;
  const known = findKind(kind);
  return {
    id,
    kind,
    title: known?.title ?? kind.replaceAll('_', ' '),
    about: known?.about?.(details) || null,
    device,
    network,
    place,
    count,
    createdAt: createdAt.toISOString(),
  };
}
