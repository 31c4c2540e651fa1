import { and, eq } from 'drizzle-orm';
import { findAccount } from '#server/access/find-account.ts';
import { holderFor, stampNew, whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contactKeys } from '#server/db/schema/people.ts';
import { toE164 } from '#server/infra/phone.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { insertContact } from '#server/people/contacts/write-contacts.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import { NOTED_CONTACT_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { CONTACT_FIELD_NAMES, type ContactFieldName } from '#shared/people/contact-fields.ts';
import { NO_DETAILS } from '#shared/people/contact-record.ts';
import { type Contact, idempotencyKey, type NewContact } from '#shared/people/contacts.ts';

const NO_CARD = 'This account has no such card. Choose one of its cards, or leave the card out.';
const KEY_USED = 'This idempotency key was used for another contact. Make a new key for each contact.';

/** Adds a person to the owner's contacts; with a key, once (docs/decisions/073). */
export async function addContact(ctx: UserContext, { body }: { body: NewContact }): Promise<Contact> {
  const { key: keyInBody, metAt, ...fields } = body;
  const key = readKey(ctx, keyInBody);
  const region = await phoneRegionOf(ctx);
  const wanted = {
    id: newId(),
    ...stampNew(ctx, 'contact'),
    holderId: holderFor(ctx),
    ...(each(CONTACT_FIELD_NAMES, (name) => fields[name] ?? null) as Pick<Contact, ContactFieldName>),
    phoneE164: toE164(fields.phone, region),
    profileImage: fields.profileImage ?? null,
    isFavorite: fields.isFavorite ?? false,
    source: fields.source ?? 'manual',
    ...NO_DETAILS,
    social: fields.social ?? {},
    moreEmails: fields.moreEmails ?? [],
    morePhones: (fields.morePhones ?? []).map((phone) => ({ ...phone, e164: toE164(phone.value, region) })),
    addresses: fields.addresses ?? [],
    followedUpAt: null,
    followUpLanguage: null,
    customFields: [],
    consents: [],
    leadStatus: null,
    createdAt: ctx.now(),
  };
  return writeInOrder(ctx, async (tx) => {
    const inside = { ...ctx, db: tx };
    // Whoever was removed from the team since the call was admitted adds nobody.
    if (wanted.holderId !== null) await findAccount(inside, ctx.user, ctx.account.id, { account: 'path' });
    const first = key === undefined ? undefined : await claimKey(inside, key, body, wanted);
    // The answer of the first time, from the same words, with the card as it is now: the contact may have been changed or deleted since.
    const card = await findCardOf(inside, fields.cardId);
    if (fields.cardId && !card && !first)
      throw new AppError('invalid', NO_CARD, { fields: { cardId: NO_CARD } });
    const row = {
      ...wanted,
      ...first,
      cardId: card?.id ?? null,
      cardName: card?.name ?? null,
      createdAt: parseMoment(metAt, first?.createdAt ?? wanted.createdAt),
    };
    if (!first) await insertContact(inside, row);
    return toContact(row);
  });
}

/** The card through which they met, if it is one of the caller's in this account. */
async function findCardOf(ctx: UserContext, cardId: string | null | undefined) {
  if (!cardId) return undefined;
  const { id, name } = businessCards;
  const isTheirs = and(eq(id, cardId), whereCan(ctx, 'list', 'card'));
  return (await ctx.db.select({ id, name }).from(businessCards).where(isTheirs))[0];
}

/** The key, in the body or as the header `Idempotency-Key`, which says the same if both are there. */
function readKey({ requester }: UserContext, keyInBody: string | undefined): string | undefined {
  const header = requester.header('idempotency-key')?.replace(/^"(.*)"$/, '$1');
  const parsed = idempotencyKey.safeParse(header);
  if (!parsed.success) {
    throw new AppError('bad_request', `Idempotency-Key: ${parsed.error.issues[0]?.message}`);
  }
  if (header !== undefined && keyInBody !== undefined && header !== keyInBody) {
    throw new AppError('bad_request', 'The header Idempotency-Key and the key in the body differ.');
  }
  return keyInBody ?? header;
}

/**
 * Takes a key for a new contact; returns what it was used for if it was taken before. In a team, everyone has keys of their
 * own. Of requests that arrive together
 * all but one wait here until the first is committed.
 */
async function claimKey(
  { db, keyedHash, account }: UserContext,
  key: string,
  body: NewContact,
  { id: contactId, holderId, createdAt }: { id: string; holderId: PersonId | null; createdAt: Date },
): Promise<{ id: string; createdAt: Date } | undefined> {
  const hashOf = (value: unknown) => keyedHash('added contact', JSON.stringify(value)).toString('base64url');
  const keyHash = hashOf(holderId === null ? [account.id, key] : [account.id, holderId, key]);
  const bodyHash = hashOf([account.id, Object.entries({ ...body, key }).toSorted()]);
  const values = { userId: account.id, keyHash, bodyHash, contactId, createdAt };
  const [claimed] = await db.insert(contactKeys).values(values).onConflictDoNothing().returning();
  if (claimed) return undefined;
  const [used] = await db.select().from(contactKeys).where(eq(contactKeys.keyHash, keyHash));
  if (used?.bodyHash !== bodyHash) {
    throw new AppError('conflict', KEY_USED, { fields: { key: KEY_USED } });
  }
  return { id: used.contactId, createdAt: used.createdAt };
}

/** A clock that is wrong must not cost the contact: a moment out of range becomes the nearest in it. */
function parseMoment(metAt: string | undefined, now: Date): Date {
  if (metAt === undefined) return now;
  const earliest = now.getTime() - NOTED_CONTACT_DAYS * DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(metAt))));
}
