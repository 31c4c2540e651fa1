import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { contactNotes, contacts } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { requireTextRoom } from '#server/people/contacts/room.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';
import type { ContactNote, newContactNote } from '#shared/people/contact-book.ts';
import { NOTES_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';

/** An owner's notes on a contact, each with its time. */

export const toNote = (row: typeof contactNotes.$inferSelect): ContactNote => ({
  id: row.id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt?.toISOString() ?? null,
});

export async function addNote(
  ctx: UserContext,
  { params, body }: ById & { body: z.output<typeof newContactNote> },
): Promise<ContactNote> {
  return writeInOrder(ctx, async (tx) => {
    // One at a time for each contact, so that requests at once cannot exceed the limit together.
    const [contact] = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.id, params.id), whereCan(ctx, 'edit', 'contact')))
      .for('no key update');
    if (!contact) throw notFound('contact');
    requireText(body.text);
    if ((await tx.$count(contactNotes, eq(contactNotes.contactId, contact.id))) >= NOTES_A_CONTACT_MAX) {
      throw new AppError(
        'conflict',
        `A contact can have up to ${NOTES_A_CONTACT_MAX} notes. Delete one first.`,
      );
    }
    const now = ctx.now().getTime();
    const createdAt = new Date(Math.min(now, body.createdAt ? Date.parse(body.createdAt) : now));
    const row = {
      id: newId(),
      ...stampNew(ctx, 'contactNote'),
      contactId: contact.id,
      text: body.text,
      createdAt,
      changedAt: null,
    };
    await tx.insert(contactNotes).values(row);
    await requireTextRoom({ ...ctx, db: tx }, ctx.account.id);
    return toNote(row);
  });
}

export async function changeNote(
  ctx: UserContext,
  { params, body }: ById & { body: { text: string } },
): Promise<ContactNote> {
  const isNote = and(eq(contactNotes.id, params.id), whereCan(ctx, 'edit', 'contactNote'));
  return writeInOrder(ctx, async (tx) => {
    const [kept] = await tx.select({ text: contactNotes.text }).from(contactNotes).where(isNote);
    if (!kept) throw notFound('note');
    requireText(body.text);
    const set = { text: body.text, changedAt: ctx.now() };
    const [row] = await tx.update(contactNotes).set(set).where(isNote).returning();
    if (!row) throw notFound('note');
    const isLonger = Buffer.byteLength(row.text) > Buffer.byteLength(kept.text);
    if (isLonger) await requireTextRoom({ ...ctx, db: tx }, ctx.account.id);
    return toNote(row);
  });
}

function requireText(text: string): void {
  if (text) return;
  const message = 'Write a note, or delete it.';
  throw new AppError('invalid', message, { fields: { text: message } });
}

export async function deleteNote(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const isNote = and(eq(contactNotes.id, params.id), whereCan(ctx, 'delete', 'contactNote'));
  const [row] = await writeInOrder(ctx, (tx) =>
    tx.delete(contactNotes).where(isNote).returning({ id: contactNotes.id }),
  );
  if (!row) throw notFound('note');
  return row;
}
