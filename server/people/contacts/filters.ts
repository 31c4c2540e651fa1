import { and, eq, sql } from 'drizzle-orm';
import { lockToCount } from '#server/access/locks.ts';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { readPrepared } from '#server/db/prepared.ts';
import { contactFilters } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';
import { type contactFilter, FILTERS_MAX, type newContactFilter } from '#shared/people/contact-book.ts';

/** Lists as their owner narrowed them, under names. */

type Filter = z.output<typeof contactFilter>;
type FilterRow = Pick<typeof contactFilters.$inferSelect, 'id' | 'name' | 'query'>;
const toFilter = ({ id, name, query }: FilterRow): Filter => ({
  id,
  name,
  query: query as Filter['query'],
});

export async function listFilters(ctx: UserContext): Promise<Filter[]> {
  const rows = await readPrepared<FilterRow>(
    ctx,
    'filters',
    sql`select id, name, query from contact_filters where ${whereCan(ctx, 'see', 'contactFilter')}
      order by created_at, id limit ${FILTERS_MAX}`,
  );
  return rows.map(toFilter);
}

export async function addFilter(
  ctx: UserContext,
  { body }: { body: z.output<typeof newContactFilter> },
): Promise<Filter> {
  const { name } = body;
  const query = Object.fromEntries(Object.entries(body.query).filter(([, value]) => value));
  return ctx.db.transaction(async (tx) => {
    await lockToCount(tx, ctx.account.id);
    const [same] = await tx
      .update(contactFilters)
      .set({ query })
      .where(and(whereCan(ctx, 'edit', 'contactFilter'), eq(contactFilters.name, name)))
      .returning();
    if (same) return toFilter(same);
    if ((await tx.$count(contactFilters, whereCan(ctx, 'see', 'contactFilter'))) >= FILTERS_MAX) {
      throw new AppError('conflict', `You can save ${FILTERS_MAX} views. Delete one to save another.`);
    }
    const row = { id: newId(), ...stampNew(ctx, 'contactFilter'), name, query, createdAt: ctx.now() };
    await tx.insert(contactFilters).values(row);
    return toFilter(row);
  });
}

export async function deleteFilter(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const [row] = await ctx.db
    .delete(contactFilters)
    .where(and(eq(contactFilters.id, params.id), whereCan(ctx, 'delete', 'contactFilter')))
    .returning({ id: contactFilters.id });
  if (!row) throw notFound('filter');
  return row;
}
