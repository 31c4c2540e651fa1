import { and, asc, eq } from 'drizzle-orm';
import { stamp } from '#server/access/actor.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import { regionOfCard } from '#server/cards/cards/phones.ts';
import type { UserContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { findLinkChanges, listAgreed } from '#server/people/contact-links/changes.ts';
import {
  findFollowed,
  isLinked,
  isOffered,
  isSettled,
  lockLink,
  toLink,
} from '#server/people/contact-links/link-rows.ts';
import { applyChanges } from '#server/people/contacts/change-contact.ts';
import { toContact } from '#server/people/contacts/contacts.ts';
import { recordContactEvent } from '#server/people/contacts/history.ts';
import { toOperation } from '#server/people/contacts/merge/end-operations.ts';
import { noteUpdate } from '#server/people/contacts/merge/update-undo.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  type ContactLink,
  FOLLOWED_NAMES,
  type FollowedName,
  type LinkAcceptance,
  type LinkDecision,
} from '#shared/people/contact-links.ts';
import type { ContactOperation } from '#shared/people/contact-operations.ts';
import type { Contact } from '#shared/people/contacts.ts';

/** The owner's answers to the offer to keep a contact in step with its sender's card. */

/** A contact has more only if many were merged. */
const LINKS_SHOWN = 10;

/** Offers, and what the contact keeps in step with. An offer whose card is not public is left out. */
export async function listLinks(ctx: UserContext, { params }: ById): Promise<ContactLink[]> {
  const [contact] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, params.id), whereCan(ctx, 'see', 'contact')));
  if (!contact) throw notFound('contact');
  const rows = await ctx.db
    .select()
    .from(contactLinks)
    .where(and(eq(contactLinks.personId, contact.id), whereCan(ctx, 'see', 'contactLink'), isOffered))
    .orderBy(asc(contactLinks.createdAt), asc(contactLinks.id))
    .limit(LINKS_SHOWN);
  const links: ContactLink[] = [];
  for (const row of rows) {
    const link = toLink(ctx, row, contact, await findFollowed(ctx.db, row));
    if (link) links.push(link);
  }
  return onePerCard(links);
}

const RANK = { linked: 0, offered: 1, refused: 2 };

/** Who sent their details twice, and was merged, made two offers of the same card. */
function onePerCard(links: ContactLink[]): ContactLink[] {
  const sorted = links.toSorted((one, other) => RANK[one.state] - RANK[other.state]);
  return sorted.filter(
    ({ cardId, state }, at) =>
      state === 'linked' || sorted.findIndex((other) => other.cardId === cardId) === at,
  );
}

const isMine = (ctx: UserContext, id: string) =>
  and(eq(contactLinks.id, id), whereCan(ctx, 'edit', 'contactLink'), isOffered);

/**
 * Agrees to the card that the owner was shown. What contact and card say alike counts as decided; where they differ, the
 * owner is asked.
 */
export function acceptLink(
  ctx: UserContext,
  { params, body }: ById & { body: LinkAcceptance },
): Promise<ContactLink> {
  return writeInOrder(ctx, async (tx) => {
    const { link, contact } = await lockLink(tx, isMine(ctx, params.id));
    const card = await findFollowed(tx, link);
    if (!contact || !card) throw notFound('contactLink');
    if (card.id !== body.cardId) throw changedMeanwhile();
    if (isLinked(link)) return requireLink(toLink(ctx, link, contact, card));
    const seen = listAgreed(contact, card);
    const isDone = isSettled(ctx, card) && findLinkChanges(contact, card, seen).length === 0;
    const [row] = await tx
      .update(contactLinks)
      .set({ acceptedAt: ctx.now(), refusedAt: null, seen, checkedAt: isDone ? card.updatedAt : null })
      .where(eq(contactLinks.id, link.id))
      .returning();
    if (!row) throw notFound('contactLink');
    const event = { ...stamp(ctx), contactId: contact.id, kind: 'linked', at: ctx.now() } as const;
    await recordContactEvent(tx, { ...event, details: { name: card.fullName } });
    return requireLink(toLink(ctx, row, contact, card));
  });
}

/** Says no, or ends it; the sender learns only of the end of what was accepted. */
export function refuseLink(ctx: UserContext, { params }: ById): Promise<ContactLink> {
  return writeInOrder(ctx, async (tx) => {
    const { link, contact } = await lockLink(tx, isMine(ctx, params.id));
    if (!contact) throw notFound('contactLink');
    const card = await findFollowed(tx, link);
    const ended = { ...link, refusedAt: link.refusedAt ?? ctx.now() };
    if (!link.refusedAt) {
      await tx.update(contactLinks).set({ refusedAt: ended.refusedAt }).where(eq(contactLinks.id, link.id));
      const event = {
        ...stamp(ctx),
        contactId: contact.id,
        kind: 'unlinked',
        at: ctx.now(),
      } as const;
      if (isLinked(link)) await recordContactEvent(tx, event);
    }
    return toLink(ctx, ended, contact, card) ?? { ...NOTHING, id: link.id };
  });
}

const NOTHING = {
  state: 'refused',
  name: null,
  cardId: null,
  username: null,
  isAlike: false,
  changes: [],
} as const satisfies Partial<ContactLink>;

function requireLink(link: ContactLink | null): ContactLink {
  if (!link) throw notFound('contactLink');
  return link;
}

const changedMeanwhile = () =>
  new AppError('conflict', 'The card or contact just changed. Please review it again.');

/** Takes over what the owner accepts, and remembers what they decline. Nothing else of the contact changes. */
export async function decideOnLink(
  ctx: UserContext,
  { params, body }: ById & { body: LinkDecision },
): Promise<{ contact: Contact; operation: ContactOperation }> {
  return writeInOrder(ctx, async (tx) => {
    const { link, contact } = await lockLink(tx, isMine(ctx, params.id));
    const card = await findFollowed(tx, link);
    if (!contact || !card || !isLinked(link)) throw notFound('contactLink');
    const open = isSettled(ctx, card) ? findLinkChanges(contact, card, link.seen) : [];
    const decided: Partial<Record<FollowedName, string>> = { ...body.accepted, ...body.declined };
    if (Object.keys(decided).length === 0) {
      throw new AppError('bad_request', 'Choose at least one field.');
    }
    const isOpen = (field: string, value: string) =>
      open.some((change) => change.field === field && change.to === value);
    if (!Object.entries(decided).every(([field, value]) => isOpen(field, value))) throw changedMeanwhile();
    const seen = { ...link.seen, ...decided };
    const accepted = FOLLOWED_NAMES.filter((name) => name in body.accepted);
    const changes = Object.fromEntries(accepted.map((name) => [name, body.accepted[name] || null]));
    const row =
      accepted.length === 0
        ? contact
        : await applyChanges(ctx, tx, contact, changes, {
            region: regionOfCard(card),
            kind: 'updated',
          });
    const operation = await noteUpdate(tx, ctx.now(), {
      before: contact,
      after: row,
      linkId: link.id,
      fields: Object.keys(decided),
      seen: link.seen,
    });
    const isDone = findLinkChanges(row, card, seen).length === 0;
    await tx
      .update(contactLinks)
      .set({ seen, checkedAt: isDone ? card.updatedAt : null })
      .where(eq(contactLinks.id, link.id));
    return { contact: toContact(row), operation: toOperation(operation) };
  });
}
