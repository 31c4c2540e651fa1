import type { CardRow } from '#server/cards/cards.ts';
import { moreFacts, roleFacts } from '#server/wallet/pass-facts.ts';
import { PRODUCT } from '#shared/constants.ts';
import { isOwnMedia } from '#shared/media-rules.ts';

const localized = (value: string) => ({ defaultValue: { language: 'en-US', value } });

/**
 * A GenericObject (developers.google.com/wallet, "genericobject"). `id` and `classId` contain only our parts: the
 * issuer's number is prepended when a save link is signed.
 */
export function googleObjectOf(card: CardRow, link: string) {
  const facts = moreFacts(card);
  const { origin } = new URL(link);
  const picture = [card.companyLogo, card.profileImage].find((value) => value && isOwnMedia(value));
  const [role, ...moreRoles] = roleFacts(card);
  const texts = [...moreRoles, ...facts.filter(({ href }) => !href)];
  return {
    id: card.id,
    classId: 'business-card',
    state: 'ACTIVE',
    cardTitle: localized(card.company ?? PRODUCT),
    header: localized(card.fullName),
    ...(role ? { subheader: localized(role.value) } : {}),
    hexBackgroundColor: card.primaryColor,
    ...(picture
      ? { logo: { sourceUri: { uri: origin + picture }, contentDescription: localized(card.fullName) } }
      : {}),
    barcode: { type: 'QR_CODE', value: link, alternateText: `Scan to open ${card.fullName}` },
    textModulesData: texts.map(({ key, label, value }) => ({ id: key, header: label, body: value })),
    linksModuleData: {
      uris: [
        { id: 'card', uri: link, description: 'Card' },
        ...facts.flatMap(({ key, label, href }) =>
          href ? [{ id: key, uri: href, description: label }] : [],
        ),
      ],
    },
  };
}
