import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { toCursor, toMomentPosition } from '#server/db/keyset.ts';
import { contacts } from '#server/db/schema.ts';
import { byMoment, findPage } from '#server/db/search.ts';
import { SEARCHED } from '#server/db/search-sources.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { toE164 } from '#server/infra/phone.ts';
import type { Page } from '#shared/api.ts';
import { RECENT_CONTACT_DAYS } from '#shared/constants.ts';
import type { Contact, ContactFilter, PeopleQuery } from '#shared/contacts.ts';
import { rowsWanted } from '#shared/pages.ts';
import { DAY_MS } from '#shared/time.ts';

const isContact = (ctx: UserContext, action: 'edit' | 'delete', id: string) =>
  and(eq(contacts.id, id), whereCan(ctx, action, 'contact'));
/** A row as the endpoints return it. */
export const toContact = (
  row: Omit<typeof contacts.$inferSelect, 'isMatched' | 'otherProperties'>,
): Contact => ({
  ...row,
  phoneE164: row.phoneE164 ?? toE164(row.phone),
  metAt: row.metAt?.toISOString() ?? null,
  followedUpAt: row.followedUpAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export async function listContacts(
  ctx: UserContext,
  { query }: { query: PeopleQuery },
): Promise<Page<Contact>> {
  const found = await findPage(ctx.db, {
    source: SEARCHED.contacts,
    order: byMoment(sql`created_at`),
    where: sql`${whereCan(ctx, 'see', 'contact')} and ${isKeptBy(ctx, query.filter) ?? sql`true`}`,
    owner: ctx.user.id,
    q: query.q,
    from: toMomentPosition(query.cursor),
    limit: rowsWanted(query),
  });
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(
      inArray(
        contacts.id,
        found.rows.map(({ id }) => id),
      ),
    )
    .orderBy(desc(contacts.createdAt), desc(contacts.id));
  return { rows: rows.map(toContact), next: found.next && toCursor(found.next) };
}

/** The condition for a filter, for contacts and for leads, which cannot be favorites. */
export function isKeptBy(ctx: UserContext, filter: ContactFilter): SQL | undefined {
  if (filter === 'favorites') return sql`is_favorite`;
  const oldest = new Date(ctx.now().getTime() - RECENT_CONTACT_DAYS * DAY_MS).toISOString();
  return filter === 'recent' ? sql`created_at >= ${oldest}::timestamptz` : undefined;
}

export async function toggleFavorite(ctx: UserContext, { params }: ById): Promise<Contact> {
  const [row] = await ctx.db
    .update(contacts)
    .set({ isFavorite: sql`not ${contacts.isFavorite}` })
    .where(isContact(ctx, 'edit', params.id))
    .returning();
  if (!row) throw notFound('contact');
  return toContact(row);
}

export async function deleteContact(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const [row] = await ctx.db
    .delete(contacts)
    .where(isContact(ctx, 'delete', params.id))
    .returning({ id: contacts.id });
  if (!row) throw notFound('contact');
  return row;
}
