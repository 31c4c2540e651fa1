import { and, eq, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { isFollowable } from '#server/access/visibility.ts';
import { brandOf, layOver, type ShownCard } from '#server/cards/brand/lay-over.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { findLinkChanges, isAlike } from '#server/people/contact-links/changes.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type ContactLink, SETTLED_MS } from '#shared/people/contact-links.ts';

/** Reading and locking the links of contacts. */

export type LinkRow = typeof contactLinks.$inferSelect;
type ContactRow = typeof contacts.$inferSelect;
/** A card that a link leads to, with the username of its account. */
type CardRow = ShownCard & { username: string };

/** The card of a link, as long as others may see it. */
export async function findFollowed(db: Db, { cardId }: Pick<LinkRow, 'cardId'>): Promise<CardRow | null> {
  if (cardId === null) return null;
  const [found] = await db
    .select({ card: businessCards, brand: brandOf(), username: users.username })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(businessCards.id, cardId), isFollowable()));
  return found ? { ...layOver(found.card, found.brand), username: found.username } : null;
}

/** Only then may the contact's owner know of a link. */
export const isOffered = sql`${contactLinks.offeredAt} is not null`;

/** The moments that decide its state by being there. */
export type LinkMoments = Record<keyof Pick<LinkRow, 'offeredAt' | 'acceptedAt' | 'refusedAt'>, unknown>;

export const isLinked = ({ offeredAt, acceptedAt, refusedAt }: LinkMoments): boolean =>
  offeredAt !== null && acceptedAt !== null && refusedAt === null;

/** True if nobody has saved the card for a while: what is being typed is not told of piece by piece. */
export const isSettled = (
  { now }: Pick<AppContext, 'now'>,
  { updatedAt }: Pick<CardRow, 'updatedAt'>,
): boolean => updatedAt.getTime() <= now().getTime() - SETTLED_MS;

/** A link as the contact's owner sees it; null for an offer that cannot be seen at the moment. */
export function toLink(
  ctx: Pick<AppContext, 'now'>,
  link: LinkRow,
  contact: ContactRow,
  card: CardRow | null,
): ContactLink | null {
  const state = link.refusedAt ? 'refused' : link.acceptedAt ? 'linked' : 'offered';
  if (!card && state !== 'linked') return null;
  const isCompared = state === 'linked' && card !== null && isSettled(ctx, card);
  return {
    id: link.id,
    state,
    name: card?.fullName ?? null,
    cardId: card?.id ?? null,
    username: card?.username ?? null,
    isAlike: card !== null && isAlike(contact, card),
    changes: isCompared ? findLinkChanges(contact, card, link.seen) : [],
  };
}

/** How often a link is looked for again whose contact was merged meanwhile. */
const TRIES = 3;

/**
 * Locks a link, and before it the contact that it is of (null if that is gone): everything that needs both takes them in
 * this order. Throws 404 if no link matches.
 */
export async function lockLink(
  tx: Db,
  which: SQL | undefined,
): Promise<{ link: LinkRow; contact: ContactRow | null }> {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const [found] = await tx.select({ personId: contactLinks.personId }).from(contactLinks).where(which);
    if (!found) throw notFound('contactLink');
    const [contact = null] = await tx
      .select()
      .from(contacts)
      .where(eq(contacts.id, found.personId))
      .for('update');
    const [link] = await tx
      .select()
      .from(contactLinks)
      .where(and(which, eq(contactLinks.personId, found.personId)))
      .for('update');
    if (link) return { link, contact };
  }
  throw new AppError('conflict', 'This contact is being updated. Please try again.');
}
