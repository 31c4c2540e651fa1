import { and, asc, desc, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { contactHistory, contactNotes, contacts } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { toNote } from '#server/people/contacts/notes.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { ContactEvent, WholeContact, WholeContactQuery } from '#shared/people/contact-book.ts';
import { contactEventDetails } from '#shared/people/contact-history.ts';
import { NOTES_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';

/** A contact of the requester; throws if there is none. */
export async function findContact(ctx: UserContext, id: string) {
  const [row] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), whereCan(ctx, 'see', 'contact')));
  if (!row) throw notFound('contact');
  return row;
}

export async function getContact(
  ctx: UserContext,
  { params, query }: ById & { query: WholeContactQuery },
): Promise<WholeContact> {
  const row = await findContact(ctx, params.id);
  const notes = query.notes === 'none' ? [] : await readNotes(ctx, row.id);
  return { ...toContact(row), otherProperties: row.otherProperties, datedNotes: notes.map(toNote) };
}

const readNotes = ({ db }: UserContext, contactId: string) =>
  db
    .select()
    .from(contactNotes)
    .where(eq(contactNotes.contactId, contactId))
    .orderBy(asc(contactNotes.createdAt), asc(contactNotes.id))
    .limit(NOTES_A_CONTACT_MAX);

/** The events of which one says how a contact began. */
export const BEGINNING_KINDS = ['sent', 'added', 'imported'];
const BEGINNINGS: Record<string, string> = { manual: 'added', import: 'imported' };

/** How a contact began, by its source, if no event says it. */
export const beginningOf = ({ source, cardName }: typeof contacts.$inferSelect) => ({
  kind: BEGINNINGS[source ?? ''] ?? 'sent',
  details: { ...(cardName && { card: cardName }) },
});

export async function listContactHistory(
  ctx: UserContext,
  { params, query }: ById & { query: PageQuery },
): Promise<Page<ContactEvent>> {
  const contact = await findContact(ctx, params.id);
  const limit = rowsWanted(query);
  const { contactId, createdAt, id } = contactHistory;
  const rows = await ctx.db
    .select()
    .from(contactHistory)
    .where(and(eq(contactId, contact.id), isOlder(createdAt, id, toMomentPosition(query.cursor))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  const events = page.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    details: contactEventDetails.safeParse(row.details).data ?? {},
    createdAt: row.createdAt.toISOString(),
  }));
  if (page.next === null && !events.some(({ kind }) => BEGINNING_KINDS.includes(kind))) {
    events.push({ id: 'first', ...beginningOf(contact), createdAt: contact.createdAt.toISOString() });
  }
  return { ...page, rows: events };
}
