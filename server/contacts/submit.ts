import { notFound } from '#server/access/refusals.ts';
import { regionOfCard } from '#server/cards/phones.ts';
import type { Submission } from '#server/contacts/add-submissions.ts';
import { idOfSent } from '#server/contacts/sent-once.ts';
import type { Receiver } from '#server/contacts/submissions.ts';
import type { VisitorContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { regionOf, toE164 } from '#server/infra/phone.ts';
import { QUICK_FORM_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';

/** What the forms of visitors have in common: who may send, what has to wait, and where it goes. */

/** What a form tells about how it was filled in; a bare call of the API tells nothing. */
interface Traces {
  /** A field that people do not see, so that only programs fill it in. */
  subject?: string | null | undefined;
  /** Milliseconds between showing the form and sending it. */
  elapsed?: number | undefined;
}

type Details = Omit<
  Submission,
  'id' | 'isKeyed' | 'createdAt' | 'sender' | 'address' | 'reason' | 'phoneE164'
> & {
  /** Of the sender: see `sent-once.ts`. */
  key?: string | undefined;
};

/** An hour moves on one by one. */
const FULL_RETRY_SECONDS = 10 * 60;

/** A hall of people shares an address, so that each card counts by itself. */
export const takeTurn = (ctx: VisitorContext, cardId: string): Promise<void> =>
  ctx.limits.take('exchangeWithCard', `${subscriberOf(ctx.requester.address)} ${cardId}`);

/** An email address as blocks compare it. */
export const senderOf = (email: string): string => email.toLowerCase();

async function receiverOf(ctx: VisitorContext, cardId: string): Promise<Receiver> {
  const { receivers } = ctx.submissions;
  const known = receivers.get(cardId);
  if (known) return known;
  const found = await ctx.readCard(cardId);
  if (!found) throw notFound('card');
  const receiver = { ownerId: found.owner.id, phoneRegion: regionOfCard(found.card) };
  receivers.set(cardId, receiver);
  return receiver;
}

async function reasonOf(ctx: VisitorContext, ownerId: string, traces: Traces): Promise<Submission['reason']> {
  const hasSentBefore = ctx.submissions.noteSender(subscriberOf(ctx.requester.address));
  if (traces.subject?.trim()) return 'honeypot';
  const isQuick = traces.elapsed !== undefined && traces.elapsed < QUICK_FORM_MS;
  if (isQuick && hasSentBefore && ctx.config.hasRateLimits) return 'quick';
  return (await ctx.limits.spend('exchangeWith', ownerId)) ? null : 'busy';
}

/**
 * Leaves a contact or a lead with the owner of a card; whose card it is decides the database. What looks like a flood or
 * a program waits until the owner has looked at it, and the visitor hears the same thanks. `closed` says that the owner
 * takes none.
 */
export async function submit(
  ctx: VisitorContext,
  { key, ...details }: Details,
  traces: Traces,
  closed: (ownerName: string) => string,
): Promise<{ id: string; ownerName: string }> {
  const { ownerId, phoneRegion } = await receiverOf(ctx, details.cardId);
  const submission: Submission = {
    ...details,
    phoneE164: toE164(details.phone, phoneRegion ?? regionOf(ctx.requester.country)),
    id: idOfSent(ctx, key, details),
    isKeyed: key !== undefined,
    createdAt: ctx.now().toISOString(),
    sender: senderOf(details.email),
    address: addressFor(ctx, ownerId),
    reason: await reasonOf(ctx, ownerId, traces),
  };
  const met = await ctx.submissions.add(submission);
  if (!met?.isPublic) throw notFound('card');
  if (!met.isOpen || met.isBlocked) throw new AppError('forbidden', closed(met.ownerName));
  if (!met.isAdded && !(await ctx.submissions.hold(submission))) {
    throw new AppError(
      'too_many_requests',
      `Too many people shared contacts with ${met.ownerName} just now. Please try again in 10 minutes.`,
      { retryAfter: FULL_RETRY_SECONDS },
    );
  }
  return { id: submission.id, ownerName: met.ownerName };
}

/** The requester's network address as one owner may block it: never reversible, and another for every owner. */
const addressFor = (ctx: VisitorContext, ownerId: string): string =>
  ctx
    .keyedHash('submission address', `${ownerId} ${subscriberOf(ctx.requester.address)}`)
    .toString('base64url');
