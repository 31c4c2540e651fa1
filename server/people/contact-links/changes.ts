import type { businessCards } from '#server/db/schema/cards.ts';
import type { contacts } from '#server/db/schema/people.ts';
import { toE164 } from '#server/infra/phone.ts';
import type { PublicFieldName } from '#shared/cards/card-fields.ts';
import { inputsOf } from '#shared/contract/field-schemas.ts';
import { toHref } from '#shared/contract/links.ts';
import { z } from '#shared/contract/zod.ts';
import { SENT_FIELDS } from '#shared/people/contact-fields.ts';
import { FOLLOWED_NAMES, type FollowedName, type LinkChange } from '#shared/people/contact-links.ts';

/** Changes on a card since its contact last followed it. */

type ContactRow = typeof contacts.$inferSelect;
type CardRow = typeof businessCards.$inferSelect;
export type Seen = Partial<Record<FollowedName, string>>;

/** Where each field is on a card, the main place first: public fields only. */
const ON_CARD = {
  fullName: ['fullName'],
  email: ['primaryEmail', 'workEmail', 'secondaryEmail'],
  phone: ['primaryPhone', 'workPhone', 'secondaryPhone'],
  company: ['company'],
  jobTitle: ['jobTitle'],
  website: ['website', 'portfolio'],
} as const satisfies Record<FollowedName, readonly PublicFieldName[]>;
type CardFieldName = (typeof ON_CARD)[FollowedName][number];

/** The columns that are compared. */
export type FollowedCard = Pick<CardRow, CardFieldName>;
export type FollowingContact = Pick<ContactRow, FollowedName | 'moreEmails' | 'morePhones' | 'moreWebsites'>;

/** Without these, a contact has to keep what it has. */
const NEEDED: readonly FollowedName[] = ['fullName', 'email'];

/** An offer must be acceptable to the exchange form. */
const inputs = z.object(inputsOf(SENT_FIELDS)).shape;

/** A value as the exchange form would take it; undefined if it would not. "" is nothing. */
function cleanValue(name: FollowedName, value: string | null): string | undefined {
  if (!value) return NEEDED.includes(name) ? undefined : '';
  const parsed = inputs[name].safeParse(value);
  return parsed.success ? (parsed.data ?? '') : undefined;
}

/** All that the card says in the places of a field, the main one first. */
const valuesOf = (card: FollowedCard, name: FollowedName): string[] =>
  ON_CARD[name].flatMap((place) => card[place] || []);

/** The card's values, by field; fields that the exchange form would not take are left out. */
export function readSaid(card: FollowedCard): Seen {
  const entries = FOLLOWED_NAMES.flatMap((name) => {
    const value = cleanValue(name, valuesOf(card, name)[0] ?? null);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** A key that is equal for one number, address or page, however it is written. */
const KEYS: Partial<Record<FollowedName, (value: string) => string>> = {
  email: (value) => value.toLowerCase(),
  phone: (value) => toE164(value) ?? value.replace(/[^\d+]/g, ''),
  website: (value) => (toHref(value) ?? value).replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''),
};
const keyOf = (name: FollowedName, value: string): string => KEYS[name]?.(value) ?? value;

const MORE = { email: 'moreEmails', phone: 'morePhones', website: 'moreWebsites' } as const;

const furtherOf = (contact: FollowingContact, name: FollowedName): string[] =>
  name in MORE ? contact[MORE[name as keyof typeof MORE]].map(({ value }) => value) : [];

/** The changes: neither in the contact already, nor decided on before. */
export function findLinkChanges(contact: FollowingContact, card: FollowedCard, seen: Seen): LinkChange[] {
  const said = readSaid(card);
  return FOLLOWED_NAMES.flatMap((field) => {
    const to = said[field];
    const from = contact[field] ?? '';
    if (to === undefined || to === seen[field] || isKnown(contact, card, field, to)) return [];
    // Gone from the card: only what the contact has from there.
    if (to === '' && keyOf(field, seen[field] ?? '') !== keyOf(field, from)) return [];
    return [{ field, from, to }];
  });
}

/** True if the contact has the value in any place, or one that the card has in another place. */
function isKnown(contact: FollowingContact, card: FollowedCard, name: FollowedName, to: string): boolean {
  const from = contact[name] ?? '';
  const isSame = (one: string, other: string) => keyOf(name, one) === keyOf(name, other);
  if (isSame(from, to)) return true;
  if (to === '') return false;
  return (
    furtherOf(contact, name).some((value) => isSame(value, to)) ||
    (from !== '' && valuesOf(card, name).some((value) => isSame(value, from)))
  );
}

/** True if the card has the contact's name and one of its addresses. */
export function isAlike(contact: FollowingContact, card: FollowedCard): boolean {
  const known = [contact.email ?? '', ...furtherOf(contact, 'email')].map((value) => keyOf('email', value));
  return (
    cleanValue('fullName', card.fullName) === contact.fullName &&
    valuesOf(card, 'email').some((value) => known.includes(keyOf('email', value)))
  );
}

/** The values decided by accepting an offer: all in which contact and card agree already. */
export function listAgreed(contact: FollowingContact, card: FollowedCard): Seen {
  const open = findLinkChanges(contact, card, {}).map(({ field }) => field);
  return Object.fromEntries(
    Object.entries(readSaid(card)).filter(([name]) => !open.includes(name as FollowedName)),
  );
}
