import type { VisitorContext } from '#server/context.ts';
import { receiptOf } from '#server/people/contacts/exchange/consent-receipt.ts';
import { submit, takeTurn } from '#server/people/contacts/exchange/submit.ts';
import type { Exchange } from '#shared/people/contacts.ts';

interface Shared {
  id: string;
  ownerName: string;
}

/** A visitor leaves their details with the card's owner. */
export async function exchangeContact(ctx: VisitorContext, { body }: { body: Exchange }): Promise<Shared> {
  await takeTurn(ctx, body.cardId);
  return shareContact(ctx, body);
}

/** Likewise, for callers that have already checked the rate limit. */
export const shareContact = (
  ctx: VisitorContext,
  { subject, elapsed, smsConsent, wantsReceipt, ...details }: Exchange,
): Promise<Shared> =>
  submit(
    ctx,
    { ...details, kind: 'contact', ...(smsConsent ? { smsConsent } : {}) },
    { subject, elapsed, ...receiptOf(ctx, wantsReceipt, details) },
    (owner) => `${owner} does not take contacts through this card at the moment.`,
  );
