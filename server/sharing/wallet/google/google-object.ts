import type { CardRow } from '#server/cards/cards/cards.ts';
import { readPhones } from '#server/cards/cards/phones.ts';
import { moreFacts, type PassFact, roleFacts } from '#server/sharing/wallet/pass-facts.ts';
import type { Channel } from '#shared/cards/channels.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { telHref } from '#shared/formats/phone-links.ts';

/** A card in Google Wallet: a GenericObject (developers.google.com/wallet, "genericobject"). */

const CLASS = 'business-card';
const VIA: Channel = 'wallet';
/** Google shows no more of an object. */
const TEXTS_MAX = 10;

/** An id that begins with the issuer's number; without settings only our own part. */
const prefixId = (issuerId: string | null, id: string) => (issuerId ? `${issuerId}.${id}` : id);

/** The name of passes of a card: each holder of a team's card has others. No id of a card contains a full stop. */
export const passIdOf = ({ id, passRound }: Pick<CardRow, 'id' | 'passRound'>): string =>
  passRound === 0 ? id : `${id}.${passRound}`;

export const objectIdOf = (issuerId: string | null, passId: string) => prefixId(issuerId, passId);
export const classIdOf = (issuerId: string | null) => prefixId(issuerId, CLASS);

/** The class of all cards. Everyone who meets the person may keep the card, not only the first. */
export const composeGoogleClass = (issuerId: string) => ({
  id: classIdOf(issuerId),
  multipleDevicesAndHoldersAllowedStatus: 'MULTIPLE_HOLDERS',
});

export const toLocalizedString = (value: string) => ({ defaultValue: { language: 'en-US', value } });

/** A line of the pass that opens something. */
export interface PassLink {
  id: string;
  uri: string;
  description: string;
}

/** The public page, as tapped in a wallet; the code on the pass stays bare. */
export const cardLink = (link: string): PassLink => ({
  id: 'card',
  uri: `${link}?${new URLSearchParams({ via: VIA })}`,
  description: 'Card',
});

function toPassLink({ key, label, value, href }: PassFact, e164s: Record<string, string>): PassLink | null {
  if (href) return { id: key, uri: href, description: label };
  if (/phone$/i.test(key)) {
    const uri = telHref(value, e164s[key]);
    return uri ? { id: key, uri, description: value } : null;
  }
  if (/email$/i.test(key)) return { id: key, uri: `mailto:${encodeURI(value)}`, description: value };
  return null;
}

export interface PassParts {
  role: PassFact | undefined;
  /** In the order of the card's table. */
  texts: PassFact[];
  links: PassLink[];
  /** The address of a picture that Google can fetch. */
  picture: string | null;
}

/** The card's facts, sorted by how a pass shows them. `link` is the address of its public page. */
export function listPassParts(card: CardRow, link: string): PassParts {
  // The company is the title of the pass.
  const [role, ...moreRoles] = roleFacts(card).filter(({ key }) => key !== 'company');
  const e164s = readPhones(card);
  const facts = [...moreRoles, ...moreFacts(card)].map((fact) => ({ fact, link: toPassLink(fact, e164s) }));
  const { protocol, origin } = new URL(link);
  const picture = [card.companyLogo, card.profileImage].find((value) => value && isOwnMedia(value));
  return {
    role,
    texts: facts.filter((one) => !one.link).map(({ fact }) => fact),
    links: facts.flatMap((one) => one.link ?? []),
    picture: picture && protocol === 'https:' ? origin + picture : null,
  };
}

export const toGoogleImage = (uri: string, fullName: string) => ({
  sourceUri: { uri },
  contentDescription: toLocalizedString(fullName),
});

/** The whole object. Fields that the card does not have are null, so that a patch clears them. */
export function composeGoogleObject(
  card: CardRow,
  link: string,
  issuerId: string | null,
  state: 'ACTIVE' | 'EXPIRED',
) {
  const { role, texts, links, picture } = listPassParts(card, link);
  return {
    id: objectIdOf(issuerId, passIdOf(card)),
    classId: classIdOf(issuerId),
    state,
    cardTitle: toLocalizedString(card.company ?? PRODUCT),
    header: toLocalizedString(card.fullName),
    subheader: role ? toLocalizedString(role.value) : null,
    hexBackgroundColor: card.primaryColor,
    logo: picture ? toGoogleImage(picture, card.fullName) : null,
    barcode: { type: 'QR_CODE', value: link, alternateText: `Scan to open ${card.fullName}` },
    textModulesData: texts
      .slice(0, TEXTS_MAX)
      .map(({ key, label, value }) => ({ id: key, header: label, body: value })),
    linksModuleData: { uris: [cardLink(link), ...links] },
  };
}

/** The remains at Google, which deletes no objects, of a card that is gone for good, or for whoever held it. */
export const composeEmptyObject = (id: string, header = 'This card no longer exists') => ({
  id,
  state: 'EXPIRED',
  cardTitle: toLocalizedString(PRODUCT),
  header: toLocalizedString(header),
  subheader: null,
  logo: null,
  barcode: null,
  textModulesData: [],
  linksModuleData: { uris: [] },
});
