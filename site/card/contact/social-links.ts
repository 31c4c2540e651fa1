import { SOCIAL_LABELS, type SocialNetwork, socialHref } from '#shared/contract/links.ts';
import type { FaceFields } from '../face.ts';

/** A card's networks, apart from its lines: a contact's page shows them without the table of card fields. */

export interface SocialLink {
  network: SocialNetwork;
  name: string;
  /** Null for a handle without a public address; then `value` is shown instead. */
  href: string | null;
  value: string;
}

/** The networks that have a value, in the order they are offered; `only` limits them. */
export function socialLinks(card: Pick<FaceFields, 'social'>, only?: readonly SocialNetwork[]): SocialLink[] {
  return NETWORKS.filter((network) => card.social[network] && (!only || only.includes(network))).map(
    (network) => {
      const value = card.social[network] ?? '';
      return { network, name: SOCIAL_LABELS[network], href: socialHref(network, value), value };
    },
  );
}

const NETWORKS = Object.keys(SOCIAL_LABELS) as SocialNetwork[];
