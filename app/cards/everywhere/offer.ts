import type { SharedDetail } from '#shared/cards/card-fields.ts';

/** A detail that a save replaced, and that may stand elsewhere, too. */
export interface DetailChange {
  detail: SharedDetail;
  from: string;
  /** Of a phone number that could be parsed. */
  fromE164: string | undefined;
  to: string;
}

/** The new details of a card, for its owner's other cards and account. */
export interface Offer {
  cardId: string;
  changes: DetailChange[];
}

let offered: Offer | null = null;

/** Leaves it for the screen that follows the save; null once it is there. */
export function leaveOffer(offer: Offer | null): void {
  offered = offer;
}

export const readOffer = (): Offer | null => offered;
