import { desc, eq } from 'drizzle-orm';
import { type CardRow, cardGone, findCard, isPublic } from '#server/cards/cards.ts';
import type { UserContext, UserRow, VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { businessCards, leadCaptures } from '#server/db/schema.ts';
import { type Lead, type LeadForm, leadFieldsOf } from '#shared/contacts.ts';
import { AppError } from '#shared/errors.ts';

/** Whether a card shows its lead form: its switch is on, and its owner takes contacts at all. */
export const isLeadFormOpen = (
  card: Pick<CardRow, 'leadCaptureEnabled'>,
  owner: Pick<UserRow, 'isExchangeEnabled'>,
): boolean => card.leadCaptureEnabled && owner.isExchangeEnabled;

/** A visitor fills in a card's lead form; what the form does not show is not kept. */
export async function captureLead(
  ctx: VisitorContext,
  { params, body }: { params: { id: string }; body: LeadForm },
): Promise<{ id: string }> {
  const found = await findCard(ctx, params.id);
  if (!found || !isPublic(found.card, found.owner)) throw cardGone();
  const { card, owner } = found;
  if (!isLeadFormOpen(card, owner)) {
    throw new AppError('forbidden', `${card.fullName} has no form on this card at the moment.`);
  }
  const shown = leadFieldsOf(card.leadCaptureFields);
  const kept = (field: 'phone' | 'company' | 'message') => (shown.includes(field) ? body[field] : null);
  const id = newId();
  await ctx.db.insert(leadCaptures).values({
    id,
    cardId: card.id,
    cardOwnerId: owner.id,
    leadName: body.name,
    leadEmail: body.email,
    leadPhone: kept('phone'),
    leadCompany: kept('company'),
    leadMessage: kept('message'),
    createdAt: ctx.now(),
  });
  return { id };
}

export async function listLeads(ctx: UserContext): Promise<Lead[]> {
  const rows = await ctx.db
    .select({ lead: leadCaptures, cardName: businessCards.name })
    .from(leadCaptures)
    .innerJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
    .where(eq(leadCaptures.cardOwnerId, ctx.user.id))
    .orderBy(desc(leadCaptures.createdAt), desc(leadCaptures.id));
  return rows.map(({ lead, cardName }) => ({ ...lead, cardName, createdAt: lead.createdAt.toISOString() }));
}
