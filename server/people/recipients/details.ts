import { and, eq, or, sql } from 'drizzle-orm';
import { VISITOR } from '#server/access/actor.ts';
import { memberOf } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { arrivals } from '#server/db/schema/messages.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { contactImportRows, contactUndoRows } from '#server/db/schema/people-changes.ts';
import { type Given, receipts } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { fieldErrors } from '#server/infra/http/errors.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { type PhoneRegion, regionOfNumber, toE164 } from '#server/infra/phone.ts';
import { eraseTraces, findImportLines } from '#server/people/contacts/erase-traces.ts';
import { correctMerged, withMerged } from '#server/people/contacts/merge/with-merged.ts';
import { noteEvent } from '#server/people/contacts/note-event.ts';
import { deleteContacts, updateContact } from '#server/people/contacts/write-contacts.ts';
import { canAnnounce } from '#server/people/recipients/announce-deletion.ts';
import { isSaidBy, listConsents } from '#server/people/recipients/consents.ts';
import { isUndone, lockOfReceipt, lockPerson, moved } from '#server/people/recipients/lock-person.ts';
import { receiversName } from '#server/people/recipients/receivers.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import type { FieldErrors } from '#shared/contract/errors.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { inputsOf } from '#shared/contract/field-schemas.ts';
import type { Answer, Consent } from '#shared/contract/lead-questions.ts';
import { z } from '#shared/contract/zod.ts';
import { dropStaleParts } from '#shared/names/names.ts';
import {
  CONTACT_FIELD_NAMES,
  type ContactFieldName,
  contactField,
  LEAD_FORM_FIELDS,
  SENT_FIELDS,
} from '#shared/people/contact-fields.ts';
import type { GivenConsent } from '#shared/people/recipients.ts';

/** A person's details given to an owner, as they may see and change them. Knowing the link is the permission. */

export interface RecipientDetails {
  /** Of the receipt. */
  id: string;
  /** The contact or lead that is this person now. */
  personId: string;
  isLead: boolean;
  ownerId: AccountId;
  /** Who is told of what the person does: the owner, or in a team who holds the contact. */
  toldId: AccountId;
  ownerName: string;
  cardName: string | null;
  /** After how many months without contact its owner has it deleted; null if never, or while that is paused. */
  retentionMonths: number | null;
  sharedAt: Date;
  given: Given;
  /** The fields that can be corrected, in the order of their form. */
  names: ContactFieldName[];
  answers: Answer[];
  consents: GivenConsent[];
  /** Among what the owner deleted and can bring back. */
  isDeleted: boolean;
  /** Where their numbers without a country code belong: as the one they have, or else the owner's. */
  phoneRegion: PhoneRegion | null;
}

const FORM_NAMES = CONTACT_FIELD_NAMES.filter((name) => contactField(name).form);
const LEAD_NAMES: ContactFieldName[] = Object.values(LEAD_FORM_FIELDS).map(({ contact }) => contact);

/** Null if nothing is kept any more. */
export async function findDetails(app: AppContext, id: string): Promise<RecipientDetails | null> {
  const { db } = app;
  const [receipt] = await db
    .select({
      personId: receipts.personId,
      ownerId: receipts.userId,
      given: receipts.given,
      ownerName: receiversName,
      retentionMonths: users.retentionMonths,
      ownerPhone: users.phoneNumber,
      address: { email: users.email, emailRefusedAt: users.emailRefusedAt },
    })
    .from(receipts)
    .innerJoin(users, eq(users.id, receipts.userId))
    .where(eq(receipts.id, id));
  const person = receipt && (await findPerson(db, receipt.personId));
  if (!person) return null;
  const offered = person.isDeleted ? [] : person.isLead ? LEAD_NAMES : FORM_NAMES;
  const names = offered.filter(
    (name) => !person.isLead || name in SENT_ALWAYS || receipt.given[name] !== undefined,
  );
  const { answers, consents, holderId, phoneE164, ...rest } = person;
  const { ownerPhone, address, retentionMonths, ...found } = receipt;
  return {
    ...found,
    ...rest,
    id,
    retentionMonths: canAnnounce(app, address) ? retentionMonths : null,
    toldId: holderId ? accountOf({ id: holderId }).id : receipt.ownerId,
    names,
    answers: (Array.isArray(answers) ? answers : []).filter(isSaidBy(id)),
    consents: await listConsents(db, { id, personId: receipt.personId }, consents),
    phoneRegion: regionOfNumber(phoneE164) ?? regionOfNumber(ownerPhone),
  };
}

/** Every form has these. */
const SENT_ALWAYS = { fullName: true, email: true };

async function findPerson(db: Db, id: string) {
  const [contact] = await db
    .select({
      holderId: memberOf(contacts.userId, contacts.holderId).mapWith(contacts.holderId),
      cardName: contacts.cardName,
      sharedAt: contacts.createdAt,
      answers: contacts.customFields,
      consents: contacts.consents,
      phoneE164: contacts.phoneE164,
    })
    .from(contacts)
    .where(eq(contacts.id, id));
  if (contact) return { ...contact, isLead: false, isDeleted: false };
  const [lead] = await db
    .select({
      holderId: memberOf(leadCaptures.cardOwnerId, leadCaptures.holderId).mapWith(leadCaptures.holderId),
      cardName: businessCards.name,
      sharedAt: leadCaptures.createdAt,
      answers: leadCaptures.customFields,
      consents: leadCaptures.consents,
      phoneE164: leadCaptures.leadPhoneE164,
    })
    .from(leadCaptures)
    .innerJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
    .where(eq(leadCaptures.id, id));
  if (lead) return { ...lead, isLead: true, isDeleted: false };
  const [deleted] = await db
    .select({
      cardName: sql<string | null>`${contactUndoRows.row} ->> 'card_name'`,
      createdAt: sql<string>`${contactUndoRows.row} ->> 'created_at'`,
      answers: sql<Answer[]>`${contactUndoRows.row} -> 'custom_fields'`,
      consents: sql<Consent[]>`${contactUndoRows.row} -> 'consents'`,
      holderId: memberOf(
        sql`${contactUndoRows.row} ->> 'user_id'`,
        sql`${contactUndoRows.row} ->> 'holder_id'`,
      ).mapWith(contacts.holderId),
    })
    .from(contactUndoRows)
    .where(isUndone(id));
  if (!deleted) return undefined;
  const { createdAt, ...found } = deleted;
  return { ...found, sharedAt: new Date(createdAt), phoneE164: null, isLead: false, isDeleted: true };
}

const corrections = z.object(inputsOf(SENT_FIELDS));

/**
 * Takes over what the person corrected, field by field: what they did not touch stays as the owner has it. Returns what
 * is wrong with it, if anything; then nothing has changed.
 */
export async function correctDetails(
  ctx: VisitorContext,
  details: RecipientDetails,
  values: Record<string, string>,
): Promise<FieldErrors | null> {
  if (details.isDeleted) throw moved();
  const parsed = corrections.safeParse(
    each(details.names, (name) => values[name] ?? details.given[name] ?? ''),
  );
  if (!parsed.success) return fieldErrors(parsed.error);
  const said = parsed.data as Partial<Record<ContactFieldName, string | null>>;
  await writeInOrderOf(ctx, sql`${details.ownerId}`, VISITOR, async (tx) => {
    if ((await lockPerson(tx, details.personId))?.isDeleted) throw moved();
    const [kept] = await tx.select().from(receipts).where(eq(receipts.id, details.id)).for('update');
    if (!kept) return;
    const changed = details.names.filter((name) => (said[name] ?? '') !== (kept.given[name] ?? ''));
    if (changed.length === 0) return;
    const given: Given = { ...kept.given };
    for (const name of changed) given[name] = said[name] ?? '';
    await tx.update(receipts).set({ given, correctedAt: ctx.now() }).where(eq(receipts.id, details.id));
    const set = each(changed, (name) => said[name] ?? null);
    // A lead may have become a contact, or a contact another one, since the details were read.
    const now = { ...details, personId: kept.personId };
    const isLead = await correctLead(tx, now, set);
    if (!isLead) await correctContact(ctx, tx, now, kept.given, set);
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, details.ownerId, 'details_corrected', {
      name: details.cardName ?? '',
    });
    await noteEvent(ctx, tx, { event: 'corrected', ...now, isLead });
  });
  ctx.arrivals.nudge(details.toldId);
  return null;
}

type Said = Partial<Record<ContactFieldName, string | null>>;

const withE164 = (set: Said, { phoneRegion }: RecipientDetails) =>
  'phone' in set ? toE164(set.phone ?? null, phoneRegion) : undefined;

/** False if the person is no lead. */
async function correctLead(tx: Db, details: RecipientDetails, set: Said): Promise<boolean> {
  const { personId: id } = details;
  const columns = Object.values(LEAD_FORM_FIELDS).flatMap(({ contact, column }) =>
    contact in set ? [[column, set[contact]]] : [],
  );
  const { rowCount } = await tx
    .update(leadCaptures)
    .set({ id, ...Object.fromEntries(columns), leadPhoneE164: withE164(set, details) })
    .where(eq(leadCaptures.id, id));
  return rowCount === 1;
}

async function correctContact(
  ctx: AppContext,
  tx: Db,
  details: RecipientDetails,
  before: Given,
  said: Said,
): Promise<void> {
  const [kept] = await tx.select().from(contacts).where(eq(contacts.id, details.personId)).for('update');
  if (!kept) return;
  // The owner writes notes of their own where the message was: those are not the person's to replace.
  const { notes, ...rest } = said;
  const set: Said = notes !== undefined && (kept.notes ?? '') === (before.notes ?? '') ? said : rest;
  const { dropped } = dropStaleParts(set.fullName ?? kept.fullName, kept, {});
  const corrected = {
    ...(set as Partial<typeof contacts.$inferSelect>),
    phoneE164: withE164(set, details),
  };
  const changes = { ...each(dropped, () => null), ...corrected };
  const names = Object.keys(said) as ContactFieldName[];
  const told = {
    from: each(names, (name) => before[name] ?? ''),
    to: each(names, (name) => said[name] ?? ''),
  };
  await updateContact(tx, kept, changes, { at: ctx.now(), told: [{ kind: 'corrected', details: told }] });
  if (details.id !== kept.id)
    await correctMerged(tx, kept, details.id, {
      was: before.notes,
      said: { ...corrected, notes },
      changed: changes,
    });
}

/**
 * Deletes everything that is kept of the person for this owner, also what could have been brought back. Throws 409, and
 * deletes nothing, if they have just become another contact.
 */
export async function withdrawDetails(
  ctx: VisitorContext,
  { id, personId, ownerId, toldId, cardName, isLead }: RecipientDetails,
): Promise<void> {
  await writeInOrderOf(ctx, sql`${ownerId}`, VISITOR, async (tx) => {
    if (!(await lockOfReceipt(tx, { id, personId }))) return;
    await tx.delete(leadCaptures).where(eq(leadCaptures.id, personId));
    await deleteContacts(tx, eq(contacts.id, personId), ctx.now());
    await tx
      .delete(arrivals)
      .where(
        and(
          whereCan(systemFor(toldId), 'delete', 'arrival'),
          or(eq(arrivals.id, personId), eq(arrivals.personId, personId)),
        ),
      );
    // Also of the contacts that were merged into theirs.
    const { rows } = await tx.execute<{ id: string }>(sql`${withMerged(personId)} select id from theirs`);
    const theirs = rows.map((one) => one.id);
    await eraseTraces(tx, ownerId, theirs);
    await tx.delete(contactImportRows).where(findImportLines(tx, ownerId, theirs));
    await recordAccountEvent({ ...ctx, requester: undefined }, tx, ownerId, 'details_withdrawn', {
      name: cardName ?? '',
    });
    await noteEvent(ctx, tx, { event: 'withdrawn', toldId, personId: null, isLead, cardName });
  });
  ctx.arrivals.nudge(toldId);
}
