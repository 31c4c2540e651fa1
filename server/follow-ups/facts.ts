import { and, eq, sql } from 'drizzle-orm';
import { can, STRANGER, toCardSubject } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema.ts';
import type { FollowUpFacts } from '#server/follow-ups/composer/pieces.ts';
import { guessLanguage } from '#server/follow-ups/guess-language.ts';
import { countryOfNumber } from '#server/infra/phone.ts';
import { toHref } from '#shared/links.ts';
import { namedOf } from '#shared/names.ts';

/** What is on file about a contact and how they met; 404 unless it is one of the requester's contacts. */
export async function readFacts(ctx: UserContext, contactId: string): Promise<FollowUpFacts> {
  const [contact] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, contactId), whereCan(ctx, 'see', 'contact')));
  if (!contact) throw notFound('contact');
  const found = contact.cardId ? await ctx.readCard(contact.cardId) : null;
  const note = await wordsOfContact(ctx, contact);
  return {
    contactId: contact.id,
    ...namedOf(contact),
    language: guessLanguage({
      chosen: contact.followUpLanguage,
      note,
      country: countryOfNumber(contact.phoneE164),
      email: contact.email,
    }),
    jobTitle: contact.jobTitle,
    company: contact.company,
    hasEmail: contact.email !== null,
    hasPhone: contact.phone !== null,
    note,
    connectedAt: contact.metAt ?? contact.createdAt,
    place: contact.metPlace,
    event: contact.metEvent,
    owner: found?.card ?? { fullName: ctx.user.fullName, jobTitle: null, company: null },
    card: found && can(STRANGER, 'see', toCardSubject(found)) ? cardOf(ctx, found.card) : null,
    now: ctx.now(),
    timeZone: ctx.user.timeZone,
  };
}

const cardOf = (ctx: UserContext, card: { id: string; name: string; appointmentBooking: string | null }) => ({
  name: card.name,
  url: `${ctx.requester.origin}/card/${card.id}`,
  bookingUrl: card.appointmentBooking && toHref(card.appointmentBooking),
});

/**
 * What the contact wrote to the owner. Notes are theirs until the owner has changed them; the history keeps what they
 * were. The owner's own notes are never told to the contact.
 */
async function wordsOfContact(
  ctx: UserContext,
  { id, source, notes }: typeof contacts.$inferSelect,
): Promise<string | null> {
  if (source !== 'exchange' && source !== 'lead') return null;
  const { rows } = await ctx.db.execute<{ sent: string | null; isChanged: boolean | null }>(sql`
    select
      (select details -> 'fields' ->> 'notes' from contact_history
        where contact_id = ${id} and kind = 'sent' order by created_at, id limit 1) as sent,
      exists (select from contact_history
        where contact_id = ${id} and kind = 'changed' and jsonb_exists(details -> 'to', 'notes')) as "isChanged"`);
  const [history] = rows;
  return history?.isChanged ? history.sent : notes;
}
