import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { cardGone, findCard, isPublic } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { type Db, isRefused } from '#server/db/open.ts';
import { gather } from '#server/infra/gather.ts';
import type { Exchange } from '#shared/contacts.ts';
import { AppError } from '#shared/errors.ts';

/** More would make the first of them wait. */
const BATCH_MAX = 200;

interface Given extends Exchange {
  id: string;
  createdAt: string;
}

interface Met {
  /** Of the contact. */
  id: string;
  ownerName: string;
  isActive: boolean;
  isProfileVisible: boolean;
  isExchangeEnabled: boolean;
}

/** One statement: it looks at each card and adds the contact if that is open to strangers and takes contacts. */
async function addContacts(db: Db, given: Given[]): Promise<(Met | undefined)[]> {
  const { rows } = await db.execute<{ [column in keyof Met]: Met[column] }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}) as given (
        id text, "cardId" text, "fullName" text, email text, phone text, company text, "jobTitle" text, website text,
        notes text, "createdAt" timestamptz
      )
    ), met as (
      select given.*, c.user_id, c.name as card_name, c.full_name as owner_name, c.is_active,
        u.is_profile_visible, u.is_exchange_enabled
      from given
      join business_cards c on c.id = given."cardId" and c.deleted_at is null
      join users u on u.id = c.user_id
    ), added as (
      insert into contacts (
        id, user_id, card_id, card_name, full_name, email, phone, company, job_title, website, notes, source, created_at
      )
      select id, user_id, "cardId", card_name, "fullName", email, phone, company, "jobTitle", website, notes, 'exchange',
        "createdAt"
      from met where is_active and is_profile_visible and is_exchange_enabled
    )
    select id, owner_name as "ownerName", is_active as "isActive", is_profile_visible as "isProfileVisible",
      is_exchange_enabled as "isExchangeEnabled"
    from met`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return given.map(({ id }) => byId.get(id));
}

/** At an event everyone does it at once: those who do are written together, and hear of it when all is on disk. */
const gathered = new WeakMap<Db, (given: Given) => Promise<Met | undefined>>();

function addContact(db: Db, given: Given): Promise<Met | undefined> {
  const known = gathered.get(db);
  if (known) return known(given);
  const add = gather((batch: Given[]) => addContacts(db, batch), { most: BATCH_MAX, isOfOne: isRefused });
  gathered.set(db, add);
  return add(given);
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
  const card = await addContact(ctx.db, { ...body, id, createdAt: ctx.now().toISOString() });
  if (!card || !isPublic(card, card)) throw cardGone();
  if (!card.isExchangeEnabled) {
    throw new AppError(
      'forbidden',
      `${card.ownerName} does not take contacts through this card at the moment.`,
    );
  }
  return { id, ownerName: card.ownerName };
}
