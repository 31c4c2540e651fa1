import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS, socialHref, toHref } from '#shared/contract/links.ts';
import {
  escapeText,
  nameLines,
  photoLine,
  revisionLine,
  type VcardVersion,
  vcard,
} from '#shared/formats/vcard.ts';
import type { NameOrder } from '#shared/names/name-parts.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField, type PublicFieldName } from './card-fields.ts';
import type { PublicCard } from './cards.ts';

/** The contact file of a card. The field tables define which property a field becomes in vCard 3.0 and in 4.0. */

/**
 * The parts of a card that the file contains. The order of the name is visible to the owner only, and guides the guess.
 */
export type VcardCard = Pick<PublicCard, PublicFieldName> & { nameOrder?: NameOrder | null };

/** A content line, and the label that address books show beside it. */
interface Line {
  text: string;
  label?: string | undefined;
}

/** The content lines of a card's fields before folding, in the order of the table; `url` is that of the public card. */
export function vcardLinesOfCard(card: VcardCard, url: string, version: VcardVersion): string[] {
  // The name comes first.
  const properties = new Map<string, CardFieldName[]>([['N', []]]);
  for (const name of CARD_FIELD_NAMES) {
    const property = cardField(name).vcard?.[version];
    if (property) properties.set(property, [...(properties.get(property) ?? []), name]);
  }
  const lines = [...properties].flatMap(([property, names]) =>
    listLines(property, names, card, url, version),
  );
  let items = 0;
  return lines.flatMap(({ text, label }) => {
    if (!label) return [text];
    items += 1;
    // The label of a property in its group: invented by Apple, read by most address books.
    return [`item${items}.${text}`, `item${items}.X-ABLabel:${escapeText(label)}`];
  });
}

const textOf = (card: VcardCard, name: CardFieldName): string => {
  const value: unknown = Reflect.get(card, name);
  return typeof value === 'string' ? value : '';
};

function listLines(
  property: string,
  names: CardFieldName[],
  card: VcardCard,
  url: string,
  version: VcardVersion,
): Line[] {
  if (property === 'N') return nameLines(card, version).map((text) => ({ text }));
  if (names.includes('social')) return socialLines(property, card, version);
  if (property === 'URL') return [{ text: `URL:${url}` }, ...names.flatMap((name) => linkLines(card, name))];
  const isCompound = names.some((name) => cardField(name).vcard?.component !== undefined);
  const value = isCompound ? composeCompound(card, property, names) : textsOf(card, names);
  return value ? [{ text: `${property}:${value}` }] : [];
}

/**
 * As many units as the organization has, without empty ones at the end; other properties have a fixed number of
 * components.
 */
const isOpen = (property: string) => property === 'ORG';

/** The components between semicolons; those before the last one may be empty. */
function composeCompound(card: VcardCard, property: string, names: CardFieldName[]): string {
  const components: string[] = [];
  const fill = (wanted: CardFieldName[]) => {
    for (const name of wanted) {
      const text = textOf(card, name);
      const { component = 0 } = cardField(name).vcard ?? {};
      if (text) components[component] = escapeText(text);
    }
  };
  const isStandIn = (name: CardFieldName) => cardField(name).vcard?.isStandIn === true;
  fill(names.filter((name) => !isStandIn(name)));
  if (components.length === 0) fill(names.filter(isStandIn));
  if (components.length === 0) return '';
  const last = Math.max(...names.map((name) => cardField(name).vcard?.component ?? 0));
  const length = isOpen(property) ? components.length : last + 1;
  return Array.from({ length }, (_, at) => components[at] ?? '').join(';');
}

/** Texts that share a property, separated by an empty line. */
const textsOf = (card: VcardCard, names: CardFieldName[]): string =>
  escapeText(
    names
      .flatMap((name) => {
        const text = textOf(card, name);
        const label = cardField(name).vcard?.label;
        return text ? [label ? `${label}: ${text}` : text] : [];
      })
      .join('\n\n'),
  );

/** Addresses are URIs and are not escaped; one that parses contains no line break. */
function linkLines(card: VcardCard, name: CardFieldName): Line[] {
  const value: unknown = Reflect.get(card, name);
  const label = cardField(name).vcard?.label;
  return [value].flat().flatMap((typed) => {
    const href = typeof typed === 'string' && typed ? toHref(typed) : null;
    return href ? [{ text: `URL:${href}`, label }] : [];
  });
}

/** Networks in the order of the editor. Readers that do not know the property use a labeled URL. */
const socialLines = (property: string, card: VcardCard, version: VcardVersion): Line[] =>
  SOCIAL_NETWORKS.flatMap((network) => {
    const value = card.social[network];
    if (!value) return [];
    const href = socialHref(network, value);
    // RFC 9554, section 3.5, for 4.0; in 3.0 an extension by Apple.
    const service = version === 4 ? `SERVICE-TYPE=${SOCIAL_LABELS[network]}` : `TYPE=${network}`;
    if (!href) {
      const kind = version === 4 ? ';VALUE=text' : '';
      return [{ text: `${property};${service}${kind}:${escapeText(value)}` }];
    }
    return [
      { text: `${property};${service}:${href}` },
      { text: `URL:${href}`, label: SOCIAL_LABELS[network] },
    ];
  });

export interface VcardFacts {
  /** The URL of the public card. */
  url: string;
  /** When the card last changed, ISO 8601. */
  revision: string;
  photoJpegBase64?: string;
  /** 3 if left out. */
  version?: VcardVersion;
}

/** The contact file of a card. Unknown parts of the name are guessed. */
export function toVcard(
  card: VcardCard,
  { url, revision, photoJpegBase64, version = 3 }: VcardFacts,
): string {
  return vcard(version, [
    ...vcardLinesOfCard(card, url, version),
    ...(photoJpegBase64 ? [photoLine(photoJpegBase64, version)] : []),
    revisionLine(revision, version),
    `UID:${version === 4 ? url : escapeText(url)}`,
  ]);
}
