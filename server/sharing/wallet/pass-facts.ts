import type { CardRow } from '#server/cards/cards/cards.ts';
import type { CardField } from '#shared/cards/card-fields/card-field.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { linkLabel, toHref } from '#shared/contract/links.ts';
import { addressLines, websiteLines } from '#site/card/contact/contact-lines.ts';
import { socialLinks } from '#site/card/contact/social-links.ts';

/** The columns of a card that its passes are made from. */
export type PassedCard = Pick<CardRow, CardFieldName | 'id' | 'passRound' | 'deletedAt'>;

/** A fact about a person on a pass, the same for every wallet. */

export interface PassFact {
  key: string;
  label: string;
  value: string;
  /** The target, if the value is a link. */
  href?: string;
}

const listFact = (key: string, label: string, value: string | null): PassFact[] =>
  value ? [{ key, label, value }] : [];

function listLink(key: string, label: string, href: string | null): PassFact[] {
  return href ? [{ key, label, value: linkLabel(href), href }] : [];
}

function listFacts(card: PassedCard, name: CardFieldName): PassFact[] {
  const { kind, label, shownAs = label, contactLine } = cardField(name);
  if (name === 'address') return listFact(name, shownAs, addressLines(card).join('\n'));
  if (kind === 'social') {
    return socialLinks(card).flatMap(({ network, name: title, href }) =>
      listLink(`social-${network}`, title, href),
    );
  }
  if (name === 'customWebsites') {
    return websiteLines(card).flatMap(({ label: title, href }, at) =>
      listLink(`website-${at + 1}`, title, href),
    );
  }
  const value = card[name];
  if (typeof value !== 'string') return [];
  return kind === 'link'
    ? listLink(name, contactLine?.says ?? shownAs, toHref(value))
    : listFact(name, shownAs, value);
}

const factsOn = (side: CardField['pass'], card: PassedCard): PassFact[] =>
  CARD_FIELD_NAMES.filter((name) => cardField(name).pass === side).flatMap((name) => listFacts(card, name));

/** The person's role at work: the lines under the name. */
export const roleFacts = (card: PassedCard): PassFact[] => factsOn('front', card);

/** The phone number and the email address to show first. */
export const firstContactFacts = (card: PassedCard): PassFact[] => [
  ...listFact('phone', 'Phone', card.primaryPhone ?? card.workPhone ?? card.secondaryPhone),
  ...listFact('email', 'Email', card.primaryEmail ?? card.workEmail ?? card.secondaryEmail),
];

/** Everything else worth having without reception; the postal address is one fact. */
export const moreFacts = (card: PassedCard): PassFact[] => factsOn('back', card);
