import type { ContactPlace } from '#shared/cards/card-fields/card-field.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { linkLabel, toHref } from '#shared/contract/links.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { FaceFields } from '../face.ts';

/** The lines on a card to tap to reach its owner, in the order of the specification and of the table. */

export interface ContactLine {
  label: string;
  value: string;
  /** Null where there is nothing to lead to, such as a telephone number without digits. */
  href: string | null;
  glyph: ContactPlace['icon'];
  /** The target of a link whose label does not show it; printed on paper. */
  address?: string;
}

const mailHref = (value: string): string =>
  `mailto:${encodeURI(value).replace(/[?&#]/g, encodeURIComponent)}`;

/** The line of one field, if it is one and has a value. */
export function listContactLines(card: FaceFields, name: CardFieldName): ContactLine[] {
  const value: unknown = Reflect.get(card, name);
  if (typeof value !== 'string' || !value) return [];
  const { kind, label, shownAs = label, contactLine } = cardField(name);
  if (!contactLine) return [];
  const e164s: Partial<Record<string, string>> = card.phonesE164;
  const line = { label: contactLine.label ?? shownAs, glyph: contactLine.icon };
  if (kind === 'mail') return [{ ...line, value, href: mailHref(value) }];
  if (kind === 'phone') return [{ ...line, value, href: telHref(value, e164s[name]) }];
  const href = toHref(value);
  if (!href) return [];
  const address = linkLabel(href);
  return [
    { ...line, href, ...(contactLine.says ? { value: contactLine.says, address } : { value: address }) },
  ];
}

const LINE_FIELDS = CARD_FIELD_NAMES.filter((name) => cardField(name).contactLine);

/** Emails, phones, website and portfolio, then the two appointments. */
export const contactLines = (card: FaceFields): ContactLine[] =>
  LINE_FIELDS.flatMap((name) => listContactLines(card, name));

/** The owner's other websites, entered without a scheme. */
export const websiteLines = (card: Pick<FaceFields, 'customWebsites'>): ContactLine[] =>
  [...new Set(card.customWebsites)].flatMap((website) => {
    const href = toHref(website);
    return href ? [{ label: 'Website', value: linkLabel(href), href, glyph: 'globe' }] : [];
  });

type Address = Pick<FaceFields, 'address' | 'city' | 'state' | 'zipCode' | 'country'>;

/** Street, then city, state and zip on one line, then country; empty lines left out. */
export function addressLines(card: Address): string[] {
  const place = [card.city, card.state, card.zipCode].filter(Boolean).join(', ');
  return [card.address, place, card.country].filter((line): line is string => Boolean(line));
}

/** The postal address, or the location if there is none. */
export function listPlace(card: Address & Pick<FaceFields, 'location'>): string[] {
  const lines = addressLines(card);
  return lines.length > 0 ? lines : [card.location].filter((line): line is string => Boolean(line));
}
