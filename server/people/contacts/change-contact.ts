import { and, eq } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { type PhoneRegion, toE164 } from '#server/infra/phone.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { requireTextRoom } from '#server/people/contacts/room.ts';
import { takeTags } from '#server/people/contacts/tags.ts';
import { updateContact } from '#server/people/contacts/write-contacts.ts';
import { each, pick } from '#shared/contract/field-kinds.ts';
import { dropStaleParts } from '#shared/names/names.ts';
import { RECORD_NAMES } from '#shared/people/contact-record.ts';
import type { Contact, ContactChanges } from '#shared/people/contacts.ts';

type Row = typeof contacts.$inferSelect;

/** Fields left out stay unchanged, except for name parts that no longer fit a new name. */
export async function changeContact(
  ctx: UserContext,
  { params, body }: ById & { body: ContactChanges },
): Promise<Contact> {
  const region = body.phone || body.morePhones?.length ? await phoneRegionOf(ctx) : null;
  return writeInOrder(ctx, async (tx) => {
    const where = and(eq(contacts.id, params.id), whereCan(ctx, 'edit', 'contact'));
    const [kept] = await tx.select().from(contacts).where(where).for('update');
    if (!kept) throw notFound('contact');
    return toContact(await applyChanges(ctx, tx, kept, body, { region, kind: 'changed' }));
  });
}

/** The fields of the person alone: the rest of a row also changes by itself. */
const writeFields = (row: Row): Buffer =>
  Buffer.from(JSON.stringify(pick(row, RECORD_NAMES), (_name, value) => value || undefined));

interface Manner {
  /** Of phone numbers without a country code. */
  region: PhoneRegion | null;
  /** The kind of its entry in the history. */
  kind: 'changed' | 'updated';
}

/**
 * Changes a contact that the transaction has locked, and records it; returns the row as it is now. Throws 409 if it has become
 * longer than the account has room for.
 */
export async function applyChanges(
  ctx: UserContext,
  tx: Db,
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
    ...(tags && { tags: await takeTags(tx, ctx.account.id, tags, ctx.now()) }),
    ...(metAt !== undefined && { metAt: metAt === null ? null : new Date(metAt) }),
  };
  const row = await updateContact(tx, kept, changes, { at: ctx.now(), told: kind });
  const [before, after] = [writeFields(kept), writeFields(row)];
  // Another text of the same length takes room, too: the history has both.
  if (after.length >= before.length && !after.equals(before)) {
    await requireTextRoom({ ...ctx, db: tx }, row.userId);
  }
  return row;
}
