import { and, desc, eq, sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import type { Contact, contactChanges } from '#shared/contacts.ts';
import { contactsToCsv } from '#shared/csv.ts';
import { AppError } from '#shared/errors.ts';
import { contactsFileName, contentDisposition } from '#shared/file-names.ts';
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

export async function listContacts(ctx: UserContext): Promise<Contact[]> {
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, ctx.user.id))
    .orderBy(desc(contacts.createdAt), desc(contacts.id));
  return rows.map(toContact);
}

export async function exportContacts(ctx: UserContext): Promise<FileBody> {
  const body = contactsToCsv(await listContacts(ctx));
  const name = contactsFileName(ctx.now());
  return {
    body,
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': contentDisposition(name) },
  };
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
