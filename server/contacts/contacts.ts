import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { contacts } from '#server/db/schema.ts';
import type { Page } from '#shared/api.ts';
import { RECENT_CONTACT_DAYS } from '#shared/constants.ts';
import type { Contact, ContactFilter, contactChanges, PeopleQuery } from '#shared/contacts.ts';
import { AppError } from '#shared/errors.ts';
import { rowsWanted } from '#shared/pages.ts';
import type { z } from '#shared/zod.ts';

interface ById {
  params: { id: string };
}

const contactGone = () => new AppError('not_found', 'This contact is not in your list, or no longer.');
const ownContact = (ctx: UserContext, id: string) =>
  and(eq(contacts.id, id), eq(contacts.userId, ctx.user.id));
/** A row as the calls answer it. */
export const toContact = (row: typeof contacts.$inferSelect): Contact => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

const DAY_MS = 24 * 60 * 60 * 1000;

export async function listContacts(
  ctx: UserContext,
  { query }: { query: PeopleQuery },
): Promise<Page<Contact>> {
  const limit = rowsWanted(query);
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, ctx.user.id),
        isKeptBy(ctx, query.filter),
        isOlder(contacts.createdAt, contacts.id, toMomentPosition(query.cursor)),
      ),
    )
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toContact) };
}

function isKeptBy(ctx: UserContext, filter: ContactFilter) {
  if (filter === 'favorites') return contacts.isFavorite;
  const oldest = new Date(ctx.now().getTime() - RECENT_CONTACT_DAYS * DAY_MS);
  return filter === 'recent' ? gte(contacts.createdAt, oldest) : undefined;
}

export async function toggleFavorite(ctx: UserContext, { params }: ById): Promise<Contact> {
  const [row] = await ctx.db
    .update(contacts)
    .set({ isFavorite: sql`not ${contacts.isFavorite}` })
    .where(ownContact(ctx, params.id))
    .returning();
  if (!row) throw contactGone();
  return toContact(row);
}

/** Notes left out stay as they are. */
export async function changeContact(
  ctx: UserContext,
  { params, body }: ById & { body: z.output<typeof contactChanges> },
): Promise<Contact> {
  const [row] = await ctx.db
    .update(contacts)
    // The id keeps an empty change valid SQL.
    .set({ id: params.id, ...body })
    .where(ownContact(ctx, params.id))
    .returning();
  if (!row) throw contactGone();
  return toContact(row);
}

export async function deleteContact(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const [row] = await ctx.db
    .delete(contacts)
    .where(ownContact(ctx, params.id))
    .returning({ id: contacts.id });
  if (!row) throw contactGone();
  return row;
}
