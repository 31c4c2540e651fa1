import { can, toTextSubject } from '#server/access/can.ts';
import type { VisitorContext } from '#server/context.ts';
import { networkOf } from '#server/infra/network.ts';
import { hashOfNumber, isPersonal } from '#server/messages/sms/numbers.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { SMS_CONSENT_VERSION } from '#shared/messages/sms.ts';

/** A sender's consent to one text from the owner, stored with their contact. */
export interface TextConsent {
  /** A keyed hash of the number. */
  textNumber?: string;
  /** Which words were agreed to, and from which network. */
  consentVersion?: string;
  consentNetwork?: string | null;
}

/**
 * The record of a sender's consent to a text. Nothing without a number that can be that of a phone, or if the owner sends it: an
 * owner cannot consent in somebody else's place.
 */
export function consentOf(ctx: VisitorContext, ownerId: AccountId, phoneE164: string | null): TextConsent {
  if (!phoneE164 || !isPersonal(phoneE164) || can(ctx, 'see', toTextSubject(ownerId))) return {};
  return {
    textNumber: hashOfNumber(ctx, phoneE164),
    consentVersion: SMS_CONSENT_VERSION,
    consentNetwork: networkOf(ctx.requester.address),
  };
}
