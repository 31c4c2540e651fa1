import { and, desc, isNull } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import { toE164 } from '#server/infra/phone.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { Submission } from '#shared/people/unreviewed.ts';

/** Submissions waiting for the requester's review. */
export const isWaiting = (ctx: UserContext, action: 'see' | 'edit' = 'edit') =>
  and(whereCan(ctx, action, 'submission'), isNull(unreviewedSubmissions.reviewedAt));

export async function listUnreviewed(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<Submission>> {
  const limit = rowsWanted(query);
  const { createdAt, id } = unreviewedSubmissions;
  const rows = await ctx.db
    .select()
    .from(unreviewedSubmissions)
    .where(and(isWaiting(ctx, 'see'), isOlder(createdAt, id, toMomentPosition(query.cursor))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      phoneE164: row.phoneE164 ?? toE164(row.phone),
      createdAt: row.createdAt.toISOString(),
    })),
  };
}

/** Counting the rows is fast enough: there are at most 5,000. */
export async function countUnreviewed(ctx: UserContext): Promise<{ count: number }> {
  return { count: await ctx.db.$count(unreviewedSubmissions, isWaiting(ctx, 'see')) };
}
