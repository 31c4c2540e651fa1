import { and, eq, isNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { cardGone, findCard, isPublic } from '#server/cards/cards.ts';
import type { App, VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { type Db, statementName } from '#server/db/open.ts';
import { businessCards, users } from '#server/db/schema.ts';
import type { Exchange } from '#shared/contacts.ts';
import { AppError } from '#shared/errors.ts';

/** Built once for each database, since at an event everyone does it at once. */
const prepared = new WeakMap<Db, ReturnType<typeof prepareExchange>>();

function statementOf({ db, config }: App) {
  const known = prepared.get(db);
  if (known) return known;
  const statement = prepareExchange(db, statementName(config, 'exchange_contact'));
  prepared.set(db, statement);
  return statement;
}

/** One statement: it looks at the card and adds the contact if that is open to strangers and takes contacts. */
function prepareExchange(db: Db, name: string) {
  const value = (field: string) => sql.placeholder(field);
  const card = db.$with('card').as(
    db
      .select({
        id: businessCards.id,
        userId: businessCards.userId,
        name: businessCards.name,
        fullName: businessCards.fullName,
        isActive: businessCards.isActive,
        isProfileVisible: users.isProfileVisible,
        isExchangeEnabled: users.isExchangeEnabled,
      })
      .from(businessCards)
      .innerJoin(users, eq(users.id, businessCards.userId))
      .where(and(eq(businessCards.id, value('cardId')), isNull(businessCards.deletedAt))),
  );
  const added = db.$with('added', {}).as(sql`
    insert into contacts (
      id, user_id, card_id, card_name, full_name, email, phone, company, job_title, website, notes, source, created_at
    )
    select ${value('id')}, user_id, id, name, ${value('fullName')}, ${value('email')}, ${value('phone')},
      ${value('company')}, ${value('jobTitle')}, ${value('website')}, ${value('notes')}, 'exchange',
      ${value('createdAt')}::timestamptz
    from card where is_active and is_profile_visible and is_exchange_enabled`);
  const { fullName, isActive, isProfileVisible, isExchangeEnabled } = card;
  return db
    .with(card, added)
    .select({ fullName, isActive, isProfileVisible, isExchangeEnabled })
    .from(card)
    .prepare(name);
}

/** Whose card it is never changes, so that it is asked once. */
const owners = new LRUCache<string, string>({ max: 10_000 });

async function ownerOf(ctx: VisitorContext, cardId: string): Promise<string> {
  const known = owners.get(cardId);
  if (known) return known;
  const found = await findCard(ctx, cardId);
  if (!found) throw cardGone();
  owners.set(cardId, found.owner.id);
  return found.owner.id;
}

/** A visitor leaves their details with the owner of the card; whose card it is decides the database, not the payload. */
export async function exchangeContact(
  ctx: VisitorContext,
  { body }: { body: Exchange },
): Promise<{ id: string; ownerName: string }> {
  await ctx.limits.take('exchangeWith', await ownerOf(ctx, body.cardId));
  const id = newId();
  const { phone = null, company = null, jobTitle = null, website = null, notes = null } = body;
  const optional = { phone, company, jobTitle, website, notes };
  const values = { ...body, ...optional, id, createdAt: ctx.now().toISOString() };
  const [card] = await statementOf(ctx).execute(values);
  if (!card || !isPublic(card, card)) throw cardGone();
  if (!card.isExchangeEnabled) {
    throw new AppError(
      'forbidden',
      `${card.fullName} does not take contacts through this card at the moment.`,
    );
  }
  return { id, ownerName: card.fullName };
}
