import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { mayAs } from '#server/access/rules.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext, VisitorContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { toE164 } from '#server/infra/phone.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { eraseTraces } from '#server/people/contacts/erase-traces.ts';
import { answersOf } from '#server/people/contacts/exchange/form-answers.ts';
import type { Receiver } from '#server/people/contacts/exchange/submissions.ts';
import { receiptOf, receiverOf, submit, takeTurn } from '#server/people/contacts/exchange/submit.ts';
import { giveUpLeads } from '#server/people/contacts/released.ts';
import { insertContacts, setUntold } from '#server/people/contacts/write-contacts.ts';
import type { Page } from '#shared/contract/api.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import type { LeadStatus } from '#shared/contract/lead-questions.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { LEAD_FORM_FIELDS, leadAsContact, leadFormAsContact } from '#shared/people/contact-fields.ts';
import type { Contact } from '#shared/people/contacts.ts';
import type { LeadChanges } from '#shared/people/lead-schemas.ts';
import { type Lead, type LeadFormInput, leadFieldsOf } from '#shared/people/leads.ts';

/** A visitor fills in a card's lead form; fields that the form does not show are not stored. */
export async function captureLead(
  ctx: VisitorContext,
  { params, body }: ById & { body: LeadFormInput },
): Promise<{ id: string }> {
  await takeTurn(ctx, params.id);
  return leaveLead(ctx, params.id, body);
}

/** Likewise, for callers that have already checked the rate limit. */
export async function leaveLead(
  ctx: VisitorContext,
  cardId: string,
  body: LeadFormInput,
): Promise<{ id: string }> {
  const { subject, elapsed, key, wantsReceipt, ...sent } = body;
  const receiver = await receiverOf(ctx, cardId);
  const answers = answersOf(receiver, body);
  const { fullName, notes, ...details } = leadFormAsContact(sent);
  const shown = shownOf(receiver, { ...details, fullName, notes });
  const { id } = await submit(
    ctx,
    // The order in which ids have always been derived from submissions: see `idOfSent`.
    { ...details, cardId, kind: 'lead', fullName, notes, key, ...(answers.length > 0 ? { answers } : {}) },
    { subject, elapsed, answers, ...receiptOf(ctx, wantsReceipt, shown, receiver.leadConsentText) },
    (owner) => `${owner} has no form on this card right now.`,
  );
  return { id };
}

/** The fields that the card's form shows: nothing else is kept. */
function shownOf<Sent extends object>({ leadCaptureFields }: Receiver, sent: Sent): Partial<Sent> {
  const names: string[] = leadFieldsOf(leadCaptureFields).map((field) => LEAD_FORM_FIELDS[field].contact);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name))) as Partial<Sent>;
}

export async function listLeads(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Lead>> {
  const limit = rowsWanted(query);
  const from = toMomentPosition(query.cursor);
  const rows = await ctx.db
    .select({ lead: leadCaptures, cardName: businessCards.name })
    .from(leadCaptures)
    .innerJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
    .where(and(whereCan(ctx, 'see', 'lead'), isOlder(leadCaptures.createdAt, leadCaptures.id, from)))
    .orderBy(desc(leadCaptures.createdAt), desc(leadCaptures.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, ({ lead }) => newestFirst(lead));
  return {
    ...page,
    rows: page.rows.map(({ lead, cardName }) => ({
      ...lead,
      leadPhoneE164: lead.leadPhoneE164 ?? toE164(lead.leadPhone),
      cardName,
      createdAt: lead.createdAt.toISOString(),
    })),
  };
}

/** Removes a lead from the list; returns undefined if it is gone or belongs to someone else. */
async function takeLead(ctx: UserContext, action: 'edit' | 'delete', id: string) {
  const [row] = await ctx.db
    .delete(leadCaptures)
    .where(and(eq(leadCaptures.id, id), whereCan(ctx, action, 'lead')))
    .returning();
  return row;
}

/** The contact keeps the lead's id, so that a second click or a retry after a lost response finds it. */
export async function convertLead(ctx: UserContext, { params }: ById): Promise<Contact> {
  return writeInOrder(ctx, async (tx) => {
    const read = { ...ctx, db: tx };
    const lead = await takeLead(read, 'edit', params.id);
    return lead ? addContact(read, lead) : findConverted(read, params.id);
  });
}

type LeadRow = typeof leadCaptures.$inferSelect;

/** The contact that a lead becomes: the person who left it, with all that they said and agreed to. */
export const toContactRow = (lead: LeadRow, cardName: string | null): typeof contacts.$inferInsert => ({
  id: lead.id,
  userId: lead.cardOwnerId,
  holderId: lead.holderId,
  cardId: lead.cardId,
  cardName,
  ...leadAsContact(lead),
  phoneE164: lead.leadPhoneE164,
  metPlace: lead.metPlace,
  metEvent: lead.metEvent,
  source: 'lead',
  ...pick(lead, ['customFields', 'consents']),
  leadStatus: lead.status,
  createdAt: lead.createdAt,
});

async function addContact(ctx: UserContext, lead: LeadRow): Promise<Contact> {
  const [card] = await ctx.db
    .select({ name: businessCards.name })
    .from(businessCards)
    .where(eq(businessCards.id, lead.cardId));
  const [row] = await insertContacts(ctx.db, [
    { ...toContactRow(lead, card?.name ?? null), ...stampNew(ctx, 'contact') },
  ]);
  if (!row) throw new Error('The contact was not returned.');
  return toContact(row);
}

async function findConverted(ctx: UserContext, id: string): Promise<Contact> {
  const [row] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), whereCan(ctx, 'see', 'contact'), eq(contacts.source, 'lead')));
  if (!row) throw notFound('lead');
  return toContact(row);
}

/** The status stays with the person when the lead becomes a contact, so this changes either. */
export async function changeLead(
  ctx: UserContext,
  { params, body }: ById & { body: LeadChanges },
): Promise<{ id: string; status: LeadStatus }> {
  return writeInOrder(ctx, async (tx) => {
    const [lead] = await tx
      .update(leadCaptures)
      // Setting the id keeps the SQL of an empty change valid.
      .set({ id: params.id, ...body, ...(body.status ? { changedAt: ctx.now() } : {}) })
      .where(and(eq(leadCaptures.id, params.id), whereCan(ctx, 'edit', 'lead')))
      .returning(pick(getTableColumns(leadCaptures), ['id', 'status']));
    if (lead) return lead;
    const [contact] = await setUntold(
      tx,
      and(eq(contacts.id, params.id), whereCan(ctx, 'edit', 'contact'), isNotNull(contacts.leadStatus)),
      { leadStatus: body.status ?? sql`${contacts.leadStatus}` },
    );
    if (!contact?.leadStatus) throw notFound('lead');
    return { id: params.id, status: contact.leadStatus };
  });
}

export async function deleteLead(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  await writeInOrder(ctx, async (tx) => {
    if (!mayAs(ctx, 'lead', 'delete')) {
      const isLead = and(eq(leadCaptures.id, params.id), whereCan(ctx, 'release', 'lead'));
      if (!(await giveUpLeads(ctx, tx, isLead)).length) throw notFound('lead');
      return;
    }
    if (!(await takeLead({ ...ctx, db: tx }, 'delete', params.id))) throw notFound('lead');
    await eraseTraces(tx, ctx.account.id, [params.id]);
  });
  return params;
}
