import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { isExisting } from '#server/access/visibility.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import { oldestRestorable } from '#server/cards/cards/cards.ts';
import type { AppContext } from '#server/context.ts';
import { rest } from '#server/db/delete-in-steps.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { leadCaptures } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { toContactRow } from '#server/people/contacts/exchange/leads.ts';
import { insertContacts } from '#server/people/contacts/write-contacts.ts';

/** Leads of a transaction, for which an exchange may have to wait. */
const AT_ONCE = 100;

/**
 * Makes contacts of the leads of cards that can no longer be restored, because a lead goes with its card, and people stay until
 * their owner deletes them (docs/decisions/406). Those of an account that is deleted go with it.
 */
export async function keepLeads(app: AppContext, stopping?: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE && !stopping?.aborted; ) {
    const startedAt = performance.now();
    const leads = await app.db
      .select({ id: leadCaptures.id, owner: leadCaptures.cardOwnerId })
      .from(leadCaptures)
      .innerJoin(businessCards, eq(businessCards.id, leadCaptures.cardId))
      .innerJoin(users, eq(users.id, leadCaptures.cardOwnerId))
      .where(and(lte(businessCards.deletedAt, oldestRestorable(app)), isExisting()))
      .limit(AT_ONCE);
    count = leads.length;
    if (count === 0) return;
    await keepSome(app, leads);
    await rest(startedAt, stopping);
  }
}

async function keepSome(app: AppContext, leads: { id: string; owner: string }[]): Promise<void> {
  const ids = leads.map(({ id }) => id);
  const owners = JSON.stringify([...new Set(leads.map(({ owner }) => owner))]);
  const accounts = sql`select json_array_elements_text(${owners}::json)`;
  await writeInOrderOf(app, accounts, SYSTEM, async (tx) => {
    // Somebody may have deleted or converted one meanwhile.
    const taken = await tx.delete(leadCaptures).where(inArray(leadCaptures.id, ids)).returning();
    if (taken.length === 0) return;
    const cards = await tx
      .select({ id: businessCards.id, name: businessCards.name })
      .from(businessCards)
      .where(inArray(businessCards.id, [...new Set(taken.map(({ cardId }) => cardId))]));
    const names = new Map(cards.map(({ id, name }) => [id, name]));
    await insertContacts(
      tx,
      // Their card is deleted next: a contact that named it would have to be changed again.
      taken.map((lead) => ({ ...toContactRow(lead, names.get(lead.cardId) ?? null), cardId: null })),
    );
  });
}
