import { and, eq, sql } from 'drizzle-orm';
import { can, holds, isSelf, STRANGER, toCardSubject } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { countryOfNumber } from '#server/infra/phone.ts';
import type { FollowUpFacts } from '#server/people/follow-ups/composer/pieces.ts';
import { guessLanguage } from '#server/people/follow-ups/guess-language.ts';
import { toHref } from '#shared/contract/links.ts';
import { pickName } from '#shared/names/names.ts';

/** The facts on file about a contact and how they met; 404 unless it is one of the requester's contacts. */
export async function readFacts(ctx: UserContext, contactId: string): Promise<FollowUpFacts> {
  const [contact] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, contactId), whereCan(ctx, 'see', 'contact')));
  if (!contact) throw notFound('contact');
  const met = contact.cardId ? await ctx.readCard(contact.cardId) : null;
  // In a team, it may be somebody else's by now, or already.
  const found = met && (isSelf(ctx, met.owner.id) || holds(ctx, met.card)) ? met : null;
  const note = await wordsOfContact(ctx, contact);
  return {
    contactId: contact.id,
    ...pickName(contact),
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
    owner: found?.card ?? {
      fullName: ctx.user.fullName,
      jobTitle: null,
      company: isSelf(ctx, ctx.account.id) ? null : ctx.account.fullName,
    },
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
 * The contact's own words to the owner, as far as that is certain: as they corrected it, as the history keeps it, or the
 * notes if nothing says that they changed. The owner's own notes, which an import may have filled in as well, are never
 * told to the contact. Whoever may see it need not be one who sees imports.
 */
async function wordsOfContact(
  ctx: UserContext,
  { id, source, notes, createdAt }: typeof contacts.$inferSelect,
): Promise<string | null> {
  if (source !== 'exchange' && source !== 'lead') return null;
  // The history keeps what a contact sent under the time it came; after a merge, there may be that of others as well.
  const { rows } = await ctx.db.execute<Origin & Record<string, unknown>>(sql`
    with history as (select * from contact_history where contact_id = ${id})
    select
      (select details -> 'to' ->> 'notes' from history
        where kind = 'corrected' and jsonb_exists(details -> 'to', 'notes')
        order by created_at desc, id desc limit 1) as corrected,
      (select details -> 'fields' ->> 'notes' from history
        where kind = 'sent' and created_at = ${createdAt.toISOString()}::timestamptz order by id limit 1) as sent,
      exists (select from history
        where kind = 'sent' or (kind = 'changed' and jsonb_exists(details -> 'to', 'notes'))) as "isUncertain",
      exists (select from history where kind = 'imported') or exists (
        select from contact_import_rows
        where contact_id = ${id} and import_id in (
          select id from contact_imports where ${whereCan(systemFor(ctx.account.id), 'see', 'contactImport')}
        )
      ) as "isImported"`);
  const [origin] = rows;
  if (!origin) return null;
  if (origin.corrected !== null) return origin.corrected || null;
  if (origin.isImported) return null;
  return origin.isUncertain ? origin.sent : notes;
}

/** The origin of a contact's notes, as far as it is known. */
interface Origin {
  corrected: string | null;
  sent: string | null;
  isUncertain: boolean;
  isImported: boolean;
}
