import { notFound } from '#server/access/refusals.ts';
import type { Submission } from '#server/contacts/add-submissions.ts';
import { idOfSent } from '#server/contacts/sent-once.ts';
import type { VisitorContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/network.ts';
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

type Details = Omit<Submission, 'id' | 'isKeyed' | 'createdAt' | 'sender' | 'address' | 'reason'> & {
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

async function ownerOf(ctx: VisitorContext, cardId: string): Promise<string> {
  const { owners } = ctx.submissions;
  const known = owners.get(cardId);
  if (known) return known;
  const found = await ctx.readCard(cardId);
  if (!found) throw notFound('card');
  owners.set(cardId, found.owner.id);
  return found.owner.id;
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
  const ownerId = await ownerOf(ctx, details.cardId);
  const submission: Submission = {
    ...details,
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
