import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS, socialHref, toHref } from '#shared/contract/links.ts';
import {
  compoundValue,
  escapeText,
  nameLines,
  photoLine,
  revisionLine,
  type VcardProperty,
  type VcardVersion,
  vcard,
  vcardLines,
} from '#shared/formats/vcard.ts';
import type { NameOrder } from '#shared/names/name-parts.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField, type PublicFieldName } from './card-fields.ts';
import type { PublicCard } from './cards.ts';

/**
 * The contact file of a card. The field tables define which property a field becomes in vCard 3.0 and in 4.0. 3.0 has
 * no property for some: the location is written as the city unless an address is known, because address books would
 * show two places; the industry goes into the note, because CATEGORIES would make groups in the recipient's address
 * book. The company logo is left out: it doubles the file.
 */

/**
 * The parts of a card that the file contains. The order of the name is visible to the owner only, and guides the guess.
 */
export type VcardCard = Pick<PublicCard, PublicFieldName> & { nameOrder?: NameOrder | null };

/** The properties of a version with their fields, in the order of the table; the name has its own lines. */
function listProperties(version: VcardVersion): [property: string, fields: CardFieldName[]][] {
  const properties = new Map<string, CardFieldName[]>();
  for (const name of CARD_FIELD_NAMES) {
    const property = cardField(name).vcard?.[version];
    if (property && property !== 'N') properties.set(property, [...(properties.get(property) ?? []), name]);
  }
  return [...properties];
}
const PROPERTIES = { 3: listProperties(3), 4: listProperties(4) };

/** An address is written once, with its first label: it may be the website, among the further ones, and a network's. */
const isNew = ({ name, value }: VcardProperty, at: number, all: readonly VcardProperty[]): boolean =>
  name !== 'URL' || all.findIndex((one) => one.name === name && one.value === value) === at;

/** The content lines of a card's fields before folding, in the order of the table; `url` is that of the public card. */
export function vcardLinesOfCard(card: VcardCard, url: string, version: VcardVersion): string[] {
  const rest = PROPERTIES[version].flatMap(([property, names]) =>
    propertiesOf(property, names, card, url, version),
  );
  return [...nameLines(card, version), ...vcardLines(rest.filter(isNew), version)];
}

const textOf = (card: VcardCard, name: CardFieldName): string => {
  const value: unknown = Reflect.get(card, name);
  return typeof value === 'string' ? value : '';
};

function propertiesOf(
  name: string,
  fields: CardFieldName[],
  card: VcardCard,
  url: string,
  version: VcardVersion,
): VcardProperty[] {
  if (fields.includes('social')) return socialProperties(name, card, version);
  if (name === 'URL')
    return [{ name, value: url }, ...fields.flatMap((field) => linkProperties(card, field))];
  if (!fields.some((field) => textOf(card, field))) return [];
  const isCompound = fields.some((field) => cardField(field).vcard?.component !== undefined);
  const value = isCompound ? composeCompound(card, name, fields) : textsOf(card, fields);
  return value ? [{ name, value }] : [];
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
      if (text) components[component] = text;
    }
  };
  const isStandIn = (name: CardFieldName) => cardField(name).vcard?.isStandIn === true;
  fill(names.filter((name) => !isStandIn(name)));
  if (components.length === 0) fill(names.filter(isStandIn));
  if (components.length === 0) return '';
  const last = Math.max(...names.map((name) => cardField(name).vcard?.component ?? 0));
  return compoundValue(components, isOpen(property) ? undefined : last + 1);
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
function linkProperties(card: VcardCard, name: CardFieldName): VcardProperty[] {
  const value: unknown = Reflect.get(card, name);
  const label = cardField(name).vcard?.label;
  return [value].flat().flatMap((typed) => {
    const href = typeof typed === 'string' && typed ? toHref(typed) : null;
    return href ? [{ name: 'URL', value: href, label }] : [];
  });
}

/** Networks in the order of the editor. Readers that do not know the property use a labeled URL. */
const socialProperties = (property: string, card: VcardCard, version: VcardVersion): VcardProperty[] =>
  SOCIAL_NETWORKS.flatMap((network) => {
    const value = card.social[network];
    if (!value) return [];
    const href = socialHref(network, value);
    // RFC 9554, section 3.5, for 4.0; in 3.0 an extension by Apple.
    const name = `${property};${version === 4 ? `SERVICE-TYPE=${SOCIAL_LABELS[network]}` : `TYPE=${network}`}`;
    if (!href) return [{ name: version === 4 ? `${name};VALUE=text` : name, value: escapeText(value) }];
    return [
      { name, value: href },
      { name: 'URL', value: href, label: SOCIAL_LABELS[network] },
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
    ...(photoJpegBase64 ? [photoLine({ type: 'JPEG', base64: photoJpegBase64 }, version)] : []),
    revisionLine(revision, version),
    `UID:${version === 4 ? url : escapeText(url)}`,
  ]);
}
