import type { CardRow } from '#server/cards/cards.ts';
import { linkLabel, SOCIAL_LABELS, type SocialNetwork, socialHref, toHref } from '#shared/links.ts';

/** What a pass says about a person, the same for every wallet. */

export interface PassFact {
  key: string;
  label: string;
  value: string;
  /** Where the value leads, when it is a link. */
  href?: string;
}

const fact = (key: string, label: string, value: string | null): PassFact[] =>
  value ? [{ key, label, value }] : [];

function link(key: string, label: string, typed: string | null): PassFact[] {
  const href = typed ? toHref(typed) : null;
  return href ? [{ key, label, value: linkLabel(href), href }] : [];
}

/** Who someone is at work: the lines under the name. */
export const roleFacts = (card: CardRow): PassFact[] => [
  ...fact('jobTitle', 'Job Title', card.jobTitle),
  ...fact('company', 'Company', card.company),
];

/** The number and the address to show first. */
export const firstContactFacts = (card: CardRow): PassFact[] => [
  ...fact('phone', 'Phone', card.primaryPhone ?? card.workPhone ?? card.secondaryPhone),
  ...fact('email', 'Email', card.primaryEmail ?? card.workEmail ?? card.secondaryEmail),
];

/** Everything else worth having in a pocket without reception. */
export function moreFacts(card: CardRow): PassFact[] {
  const place = [card.city, card.state, card.zipCode].filter(Boolean).join(', ');
  const networks = Object.entries(card.social) as [SocialNetwork, string][];
  return [
    ...fact('tagline', 'Tagline', card.tagline),
    ...fact('department', 'Department', card.department),
    ...fact('primaryEmail', 'Email', card.primaryEmail),
    ...fact('secondaryEmail', 'Second email', card.secondaryEmail),
    ...fact('workEmail', 'Work email', card.workEmail),
    ...fact('primaryPhone', 'Phone', card.primaryPhone),
    ...fact('secondaryPhone', 'Second phone', card.secondaryPhone),
    ...fact('workPhone', 'Work phone', card.workPhone),
    ...link('website', 'Website', card.website),
    ...link('portfolio', 'Portfolio', card.portfolio),
    ...fact('location', 'Location', card.location),
    ...fact('address', 'Address', [card.address, place, card.country].filter(Boolean).join('\n')),
    ...networks.flatMap(([network, typed]) =>
      link(`social-${network}`, SOCIAL_LABELS[network], socialHref(network, typed)),
    ),
    ...fact('bio', 'About', card.bio),
  ];
}
