import type { PassCertificate } from '#server/config/apple-settings.ts';
import {
  firstContactFacts,
  moreFacts,
  type PassedCard,
  type PassFact,
  roleFacts,
} from '#server/sharing/wallet/pass-facts.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { computeContrast, INK, READABLE, WHITE } from '#site/card/colors.ts';

const toField = ({ key, label, value }: PassFact) => ({ key, label, value });
/** On the back of a pass, Wallet makes addresses tappable by itself, but links only with their scheme. */
const backField = ({ key, label, value, href }: PassFact) => ({ key, label, value: href ?? value });

/** pass.json writes colors as CSS rgb triples. */
const toRgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Translated in `pass-labels.ts`, as all labels are. */
export const SCAN_LABEL = 'Scan to open this card';
export const CARD_LABEL = 'Card';

export interface PassIdentity {
  serial: string;
  certificate: Pick<PassCertificate, 'passTypeId' | 'teamId'>;
  /** Null where devices cannot reach us in a way that they accept: no updates then. */
  service: { url: string; token: string } | null;
}

/**
 * The pass.json of a generic pass (developer.apple.com, "Pass" and "PassFields"). The code holds the card's plain link;
 * the link to tap names the wallet as the way the view came.
 */
export function composeApplePass(
  card: PassedCard,
  link: string,
  { serial, certificate, service }: PassIdentity,
) {
  const background = card.primaryColor;
  const foreground = computeContrast(background, WHITE) >= computeContrast(background, INK) ? WHITE : INK;
  const label =
    computeContrast(card.secondaryColor, background) >= READABLE ? card.secondaryColor : foreground;
  return {
    formatVersion: 1 as const,
    passTypeIdentifier: certificate.passTypeId,
    teamIdentifier: certificate.teamId,
    serialNumber: serial,
    ...(service ? { webServiceURL: service.url, authenticationToken: service.token } : {}),
    ...(card.deletedAt ? { voided: true } : {}),
    description: `${card.fullName}, digital business card`,
    organizationName: PRODUCT,
    logoText: card.company ?? PRODUCT,
    backgroundColor: toRgb(background),
    foregroundColor: toRgb(foreground),
    labelColor: toRgb(label),
    barcodes: [
      { format: 'PKBarcodeFormatQR', message: link, messageEncoding: 'iso-8859-1', altText: SCAN_LABEL },
    ],
    generic: {
      primaryFields: [{ key: 'fullName', value: card.fullName }],
      secondaryFields: roleFacts(card).map(toField),
      auxiliaryFields: firstContactFacts(card).map(toField),
      backFields: [
        ...moreFacts(card).map(backField),
        { key: 'card', label: CARD_LABEL, value: `${link}?via=wallet` },
      ],
    },
  };
}
