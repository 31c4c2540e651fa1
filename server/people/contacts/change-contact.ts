import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contactHistory, contacts } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { type PhoneRegion, toE164 } from '#server/infra/phone.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { recordContactEvent } from '#server/people/contacts/history.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { linkContactPhoto } from '#server/people/contacts/photo.ts';
import { takeTags } from '#server/people/contacts/tags.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { dropStaleParts } from '#shared/names/names.ts';
import { CONTACT_FIELD_NAMES } from '#shared/people/contact-fields.ts';
import { RECORD_NAMES, recordField } from '#shared/people/contact-record.ts';
import type { Contact, ContactChanges } from '#shared/people/contacts.ts';

type Row = typeof contacts.$inferSelect;

/** Fields left out stay unchanged, except for name parts that no longer fit a new name. */
export async function changeContact(
  ctx: UserContext,
  { params, body }: ById & { body: ContactChanges },
): Promise<Contact> {
  const region = body.phone || body.morePhones?.length ? await phoneRegionOf(ctx) : null;
  return ctx.db.transaction(async (tx) => {
    const where = and(eq(contacts.id, params.id), whereCan(ctx, 'edit', 'contact'));
    const [kept] = await tx.select().from(contacts).where(where).for('update');
    if (!kept) throw notFound('contact');
    return toContact(await applyChanges(ctx, tx, kept, body, { region, kind: 'changed' }));
  });
}

interface Manner {
  /** Of phone numbers without a country code. */
  region: PhoneRegion | null;
  /** The kind of its entry in the history. */
  kind: 'changed' | 'updated';
}

/** Changes a contact that the transaction has locked, and records it; returns the row as it is now. */
export async function applyChanges(
  ctx: UserContext,
  tx: Tx,
  kept: Row,
  body: ContactChanges,
  { region, kind }: Manner,
): Promise<Row> {
  const { metAt, morePhones, tags, ...fields } = body;
  const { dropped } = dropStaleParts(body.fullName ?? kept.fullName, kept, body);
  const changes: Partial<Row> = {
    ...each(dropped, () => null),
    ...fields,
    ...(body.phone !== undefined && body.phone !== kept.phone
      ? { phoneE164: toE164(body.phone, region) }
      : {}),
    ...(morePhones && {
      morePhones: morePhones.map((phone) => ({ ...phone, e164: toE164(phone.value, region) })),
    }),
    ...(tags && { tags: await takeTags(tx, ctx.user.id, tags, ctx.now()) }),
    ...(metAt !== undefined && { metAt: metAt === null ? null : new Date(metAt) }),
  };
  const [row] = await tx
    .update(contacts)
    // Setting the id keeps the SQL of an empty change valid.
    .set({ id: kept.id, ...changes })
    .where(eq(contacts.id, kept.id))
    .returning();
  if (!row) throw notFound('contact');
  if (body.profileImage !== undefined && body.profileImage !== kept.profileImage) {
    const shown = { userId: ctx.user.id, contactId: row.id, image: body.profileImage, at: ctx.now() };
    await linkContactPhoto(tx, shown);
  }
  await recordChange(tx, kept, row, { kind, at: ctx.now() });
  return row;
}

type Tx = Parameters<typeof recordContactEvent>[0];

/** The history tells of every field but tags, labels and properties of files, which say nothing new about the person. */
const TOLD = RECORD_NAMES.filter(
  (name) => !(['label', 'tags', 'properties'] as string[]).includes(recordField(name).kind),
);

/** Before the first change of a contact that came by itself, what it had sent is noted for good. */
export async function recordChange(
  tx: Tx,
  before: Row,
  after: Row,
  { kind, at }: Pick<Manner, 'kind'> & { at: Date },
): Promise<void> {
  const changed = TOLD.filter((name) => wordsOf(before[name]) !== wordsOf(after[name]));
  if (changed.length === 0) return;
  const common = { userId: after.userId, contactId: after.id };
  if (before.source === 'exchange' || before.source === 'lead') {
    const known = await tx
      .select({ id: contactHistory.id })
      .from(contactHistory)
      .where(sql`${contactHistory.contactId} = ${after.id} and ${contactHistory.kind} = 'sent'`)
      .limit(1);
    if (known.length === 0) {
      const sent = CONTACT_FIELD_NAMES.filter((name) => before[name]);
      const details = { fields: each(sent, (name) => wordsOf(before[name])) };
      await recordContactEvent(tx, { ...common, kind: 'sent', details, at: before.createdAt });
    }
  }
  const details = {
    from: each(changed, (name) => wordsOf(before[name])),
    to: each(changed, (name) => wordsOf(after[name])),
  };
  await recordContactEvent(tx, { ...common, kind, details, at });
}

/** A value as the history says it: lists are joined, empty ones are empty. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value !== 'object') return String(value);
  const { e164: _e164, ...parts } = value as Record<string, unknown>;
  return Object.values(parts).map(wordsOf).filter(Boolean).join(', ');
}
