import { notFound } from '#server/access/refusals.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import { regionOfCard } from '#server/cards/cards/phones.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { idFrom, newId } from '#server/db/new-id.ts';
import type { Given } from '#server/db/schema/people-visitors.ts';
import { searchColumnsOf } from '#server/db/search/index-contacts.ts';
import { type Matched, matchKeysOf } from '#server/db/search/match-keys.ts';
import type { Searchable } from '#server/db/search/search-sources.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { regionOf, regionOfNumber, toE164 } from '#server/infra/phone.ts';
import { consentOf, type TextConsent } from '#server/messages/sms/consent.ts';
import { offeredText } from '#server/messages/sms/offered-text.ts';
import { sendDueTextsSoon } from '#server/messages/sms/send-texts.ts';
import type {
  Extras,
  Findable,
  MeetingPlace,
  NewSubmission,
} from '#server/people/contacts/exchange/add-submissions.ts';
import { consentsOf } from '#server/people/contacts/exchange/form-answers.ts';
import { findNextEvent } from '#server/people/contacts/exchange/next-event.ts';
import type { Receiver } from '#server/people/contacts/exchange/submissions.ts';
import { type AccountId, accountOf } from '#shared/accounts/ids.ts';
import { QUICK_FORM_MS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { textVersion } from '#shared/contract/text-version.ts';
import { CONTACT_FIELD_NAMES, type ContactFieldName } from '#shared/people/contact-fields.ts';
import { type Exchange, inboxFullText } from '#shared/people/contacts.ts';

/**
 * Sends what a visitor typed into the exchange form, and what all visitors' forms share: who may submit, what has to wait
 * for review, and where it is stored.
 */

/** Reported by a form about how it was filled in; API clients may leave it out. */
interface Traces {
  /** A field hidden from people, so that only bots fill it in. */
  subject?: string | null | undefined;
  /** Milliseconds between showing the form and sending it. */
  elapsed?: number | undefined;
  /** Of the text whose words they saw. */
  textVersion?: string | undefined;
}

type Details = Omit<
  NewSubmission,
  | keyof Extras
  | keyof Findable
  | 'id'
  | 'ownerId'
  | 'isKeyed'
  | 'createdAt'
  | 'sender'
  | 'address'
  | 'reason'
  | 'phoneE164'
  | 'senderId'
  | keyof TextConsent
> & {
  /** The sender's key: see `idOfSent`. */
  key?: string | undefined;
  /** The sender agreed to get a text from the owner. */
  smsConsent?: boolean;
};

interface Sent {
  id: string;
  ownerName: string;
}

/** The hour is a sliding window. */
const FULL_RETRY_SECONDS = 10 * 60;

/** A visitor leaves their details with the card's owner. */
export async function exchangeContact(ctx: VisitorContext, { body }: { body: Exchange }): Promise<Sent> {
  await takeTurn(ctx, body.cardId);
  return shareContact(ctx, body);
}

/** Likewise, for callers that have already checked the rate limit. */
export const shareContact = (
  ctx: VisitorContext,
  { subject, elapsed, textVersion, smsConsent, wantsReceipt, ...details }: Exchange,
): Promise<Sent> =>
  submit(
    ctx,
    Object.assign({}, details, { kind: 'contact' as const }, smsConsent ? { smsConsent } : {}),
    { subject, elapsed, textVersion, ...receiptOf(ctx, wantsReceipt, details) },
    (owner) => `${owner} isn’t accepting contacts through this card right now.`,
  );

/** A hall full of people shares an address, so each card is limited separately. Throws 404 if there is no such card. */
export async function takeTurn(ctx: VisitorContext, cardId: string): Promise<void> {
  // First, since there is any number of invented cards to count.
  await receiverOf(ctx, cardId);
  await ctx.limits.take('exchangeWithCard', `${subscriberOf(ctx.requester.address)} ${cardId}`);
}

/** An email address as blocks store it. */
export const senderOf = (email: string): string => email.toLowerCase();

/** Who receives what is sent to a card; throws 404 if there is no such card. */
export async function receiverOf(ctx: VisitorContext, cardId: string): Promise<Receiver> {
  const { receivers, asked } = ctx.submissions;
  const known = receivers.get(cardId) ?? asked.get(cardId);
  if (known) return known;
  // After a change meanwhile, whoever comes next reads anew.
  const isCurrent = () => asked.get(cardId) === reading;
  const reading = readReceiver(ctx, cardId)
    .then((receiver) => {
      if (isCurrent()) receivers.set(cardId, receiver);
      return receiver;
    })
    .finally(() => isCurrent() && asked.delete(cardId));
  asked.set(cardId, reading);
  return reading;
}

async function readReceiver(ctx: VisitorContext, cardId: string): Promise<Receiver> {
  const found = await ctx.readCard(cardId);
  if (!found) throw notFound('card');
  const { holderId, fullName } = found.card;
  const text = offeredText(ctx.config, fullName, found.owner);
  return {
    ownerId: found.owner.id,
    holderId,
    ownerTag: `user:${found.owner.id}`,
    event: await findNextEvent(ctx, holderId ? accountOf({ id: holderId }).id : found.owner.id),
    phoneRegion: regionOfCard(found.card),
    ownerRegion: regionOfNumber(found.owner.phoneNumber),
    textVersion: text === null ? null : textVersion(text),
    ...pick(found.card, ['leadConsentText', 'leadQuestions', 'leadCaptureFields']),
  };
}

async function reasonOf(
  ctx: VisitorContext,
  { ownerId, holderId }: Receiver,
  traces: Traces,
): Promise<NewSubmission['reason']> {
  const hasSentBefore = ctx.submissions.noteSender(subscriberOf(ctx.requester.address));
  if (traces.subject?.trim()) return 'honeypot';
  const isQuick = traces.elapsed !== undefined && traces.elapsed < QUICK_FORM_MS;
  if (isQuick && hasSentBefore && ctx.config.hasRateLimits) return 'quick';
  return (await ctx.limits.spend('exchangeWith', holderId ?? ownerId)) ? null : 'busy';
}

/**
 * Leaves a contact or a lead with a card's owner; the database determines whose card it is. What looks like a flood or
 * a bot waits for the owner's review, and the visitor sees the same thank-you message. `closed` is the error for owners
 * who accept none (docs/decisions/085).
 */
export async function submit(
  ctx: VisitorContext,
  { key, ...details }: Details,
  extras: Traces & Extras,
  closed: (ownerName: string) => string,
): Promise<Sent> {
  const receiver = await receiverOf(ctx, details.cardId);
  const { ownerId, phoneRegion, ownerRegion } = receiver;
  const { smsConsent = false, ...fields } = details;
  const phoneE164 = toE164(
    details.phone,
    phoneRegion ?? regionOf(ctx.requester.readCountry()) ?? ownerRegion,
  );
  // The owner may have changed the words since.
  const isAsSeen = extras.textVersion === undefined || extras.textVersion === receiver.textVersion;
  const consent = smsConsent && isAsSeen ? consentOf(ctx, ownerId, phoneE164) : {};
  const reason = await reasonOf(ctx, receiver, extras);
  // Not `{ ...fields, phoneE164, … }`, which takes five times as long (docs/decisions/392).
  const more = pick(extras, ['answers', 'consents', 'receipt']);
  const submission: NewSubmission = Object.assign({}, fields, consent, more, {
    phoneE164,
    id: idOfSent(ctx, key, details),
    ownerId,
    isKeyed: key !== undefined,
    createdAt: ctx.now().toISOString(),
    sender: senderOf(details.email),
    address: addressFor(ctx, ownerId),
    reason,
    senderId: ctx.account?.id ?? null,
  });
  const isContact = details.kind === 'contact' && reason === null;
  const findable = isContact ? findableBy(ctx, receiver, submission) : {};
  let met: MeetingPlace | undefined;
  try {
    met = await ctx.submissions.add(Object.assign({}, submission, findable));
  } finally {
    // Else someone who is blocked would use up the owner's hour, and so would a database that is away.
    if (reason === null && !(met?.isOpen && met.isPublic && !met.isBlocked))
      await ctx.limits.giveBack('exchangeWith', receiver.holderId ?? ownerId);
  }
  if (!met?.isPublic || met.isLocked) throw notFound('card');
  if (!met.isOpen || met.isBlocked) throw new AppError('forbidden', closed(met.ownerName));
  if (!met.isAdded) await holdOrRefuse(ctx, submission, met, ownerId);
  ctx.contactStreams.nudge(ownerId);
  if (met.holderId) ctx.contactStreams.nudge(met.holderId);
  if (met.toldId) ctx.arrivals.nudge(met.toldId);
  if (met.isAdded) ctx.queue.wake('contact-use');
  // Whoever waits for a receipt has it before they look: `recipientJobs`.
  if (extras.receipt && met.isAdded) ctx.queue.wake('receipts');
  if (consent.textNumber && met.isAdded) await sendDueTextsSoon(ctx);
  return { id: submission.id, ownerName: met.ownerName };
}

/** The search's columns and the keys of a contact, for this receiver's list and event. */
function findableBy(
  { now }: VisitorContext,
  { ownerId, event }: Receiver,
  contact: Matched & Searchable,
): Findable {
  const isOn = event && event.startsAt <= now() && event.endsAt > now();
  const metEvent = isOn ? event.name : null;
  const { searchText, searchGrams } = searchColumnsOf(ownerId, Object.assign({}, contact, { metEvent }));
  return {
    searchText,
    searchGrams,
    matchKeys: matchKeysOf(contact),
    searchedAt: metEvent,
  };
}

async function holdOrRefuse(
  ctx: VisitorContext,
  submission: NewSubmission,
  { isOverQuota, ownerName }: MeetingPlace,
  ownerId: AccountId,
): Promise<void> {
  const { isHeld, isInboxFull } = await ctx.submissions.hold({ ...submission, isOverQuota });
  if (isInboxFull) ctx.pages.invalidate(`user:${ownerId}`);
  if (isHeld) return;
  if (isOverQuota) throw new AppError('conflict', inboxFullText(ownerName));
  throw new AppError(
    'too_many_requests',
    `Too many people are sharing contacts with ${ownerName} right now. Please try again in 10 minutes.`,
    { retryAfter: FULL_RETRY_SECONDS },
  );
}

/** The requester's network address as an owner may block it: irreversible, and different for every owner. */
const addressFor = (ctx: VisitorContext, ownerId: AccountId): string =>
  ctx
    .keyedHash('submission address', `${ownerId} ${subscriberOf(ctx.requester.address)}`)
    .toString('base64url');

/**
 * The id of what a visitor sends to a card. With a key from the sender, the same content always gets the same id, and
 * ids are unique: a retry after a lost response adds nothing, in any process and at any time (docs/decisions/073).
 */
function idOfSent(
  { keyedHash }: Pick<AppContext, 'keyedHash'>,
  key: string | undefined,
  words: { kind: 'contact' | 'lead'; cardId: string },
): string {
  return key ? idFrom(keyedHash('sent once', JSON.stringify([key, words]))) : newId();
}

/** The boxes that were ticked, as they are noted; a server that sends no mail promises no receipt. */
export function receiptOf(
  ctx: VisitorContext,
  isWanted: boolean,
  sent: Partial<Record<ContactFieldName, string | null | undefined>>,
  leadConsentText: string | null = null,
): Pick<Extras, 'consents' | 'receipt'> {
  const wantsReceipt = isWanted && sendsMail(ctx);
  const given: Given = {};
  for (const name of CONTACT_FIELD_NAMES) if (sent[name]) given[name] = sent[name];
  const consents = consentsOf({ leadConsentText, wantsReceipt }, ctx.now());
  return { consents, receipt: wantsReceipt ? given : undefined };
}
