import { buildLink } from '#app/cards/cards/copy-link.ts';
import type { Card } from '#shared/cards/cards.ts';
import { shortVcard, toShortContact } from '#shared/sharing/short-vcard.ts';
import { qrSvg } from '#site/qr/qr.ts';

/** The code with the contact itself, for a phone without any network; larger modules matter more than correction. */
export const contactCode = (card: Card): string =>
  qrSvg(shortVcard(toShortContact(card), buildLink(card)), { errorCorrection: 'low', quietZone: 0 });
