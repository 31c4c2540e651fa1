import type { CardRow } from '#server/cards/cards/cards.ts';
import { splitGraphemes } from '#server/infra/graphemes.ts';
import {
  cardLink,
  classIdOf,
  listPassParts,
  objectIdOf,
  type PassLink,
  passIdOf,
  toGoogleImage,
  toLocalizedString,
} from '#server/sharing/wallet/google/google-object.ts';
import type { PassFact } from '#server/sharing/wallet/pass-facts.ts';
import { PRODUCT } from '#shared/contract/constants.ts';

/** An object small enough for a save link: a card's most important fields, as many as fit. */

/** Fields that matter most on a pass come first; the rest follow in the order of the card's table. */
const FIRST = ['primaryPhone', 'primaryEmail', 'workPhone', 'workEmail', 'website', 'address'];

type Short = ReturnType<typeof composeRequired> & {
  subheader?: ReturnType<typeof toLocalizedString>;
  hexBackgroundColor?: string;
  logo?: ReturnType<typeof toGoogleImage>;
  textModulesData?: { header: string; body: string }[];
  linksModuleData?: { uris: Omit<PassLink, 'id'>[] };
};

/** Whose object it is. */
interface ShortFor {
  issuerId: string;
  /**
   * True if Google is told of changes. If not, each version is an object of its own: Google takes an object out of a
   * link only if its id is new, and would give everybody what the first visitor saved.
   */
  isFollowed: boolean;
}

/** The parts that an object cannot do without. */
const composeRequired = (
  card: CardRow,
  link: string,
  { issuerId, isFollowed }: ShortFor,
  title: string,
  name: string,
) => ({
  id: objectIdOf(
    issuerId,
    isFollowed
      ? passIdOf(card)
      : `${passIdOf(card)}.v${card.version}${card.brand ? `-${card.brand.version}` : ''}`,
  ),
  classId: classIdOf(issuerId),
  state: 'ACTIVE',
  cardTitle: toLocalizedString(title),
  header: toLocalizedString(name),
  barcode: { type: 'QR_CODE', value: link },
});

/**
 * The object with as many fields as `fits` lets in. A name or company that would not fit even alone ends in an
 * ellipsis.
 */
export function composeShortObject(
  card: CardRow,
  link: string,
  of: ShortFor,
  fits: (object: object) => boolean,
): object {
  let object: Short = findShortest(card, link, of, fits);
  for (const add of listAdditions(card, link)) {
    const longer = add(object);
    if (fits(longer)) object = longer;
  }
  return object;
}

/** How many characters of name and company are kept, the first that fits. */
const SHORTEST = 4;
const LENGTHS = [Number.POSITIVE_INFINITY, 120, 80, 60, 40, 24, 12, SHORTEST];

function findShortest(card: CardRow, link: string, of: ShortFor, fits: (object: object) => boolean): Short {
  const company = card.company ?? PRODUCT;
  const cutTo = (length: number) =>
    composeRequired(card, link, of, cutText(company, length), cutText(card.fullName, length));
  return cutTo(LENGTHS.find((length) => fits(cutTo(length))) ?? SHORTEST);
}

/** At most this many characters; a character may be as long as a family of emoji, so its code is limited, too. */
function cutText(text: string, length: number): string {
  if (length === Number.POSITIVE_INFINITY) return text;
  let kept = '';
  for (const grapheme of splitGraphemes(text)) {
    if (kept.length + grapheme.length > length) return `${kept.trimEnd() || firstPoints(grapheme, length)}…`;
    kept += grapheme;
  }
  return kept;
}

/** For a letter with hundreds of accents. */
const firstPoints = (text: string, length: number) => [...text].slice(0, length / 2).join('');

/** Optional parts, by importance. */
function listAdditions(card: CardRow, link: string): ((object: Short) => Short)[] {
  const { role, texts, links, picture } = listPassParts(card, link);
  const withLink =
    ({ uri, description }: PassLink) =>
    (object: Short) => ({
      ...object,
      linksModuleData: { uris: [...(object.linksModuleData?.uris ?? []), { uri, description }] },
    });
  const withText =
    ({ label, value }: PassFact) =>
    (object: Short) => ({
      ...object,
      textModulesData: [...(object.textModulesData ?? []), { header: label, body: value }],
    });
  const facts = [
    ...links.map((one) => ({ key: one.id, add: withLink(one) })),
    ...texts.map((one) => ({ key: one.key, add: withText(one) })),
  ];
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  return [
    ...(role ? [(object: Short) => ({ ...object, subheader: toLocalizedString(role.value) })] : []),
    (object: Short) => ({ ...object, hexBackgroundColor: card.primaryColor }),
    withLink(cardLink(link)),
    ...facts
      .filter(({ key }) => FIRST.includes(key))
      .sort((a, b) => rank(a.key) - rank(b.key))
      .map(({ add }) => add),
    ...(picture ? [(object: Short) => ({ ...object, logo: toGoogleImage(picture, card.fullName) })] : []),
    ...facts.filter(({ key }) => !FIRST.includes(key)).map(({ add }) => add),
  ];
}
