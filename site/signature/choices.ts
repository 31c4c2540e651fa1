import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { listPlace } from '#site/card/contact/contact-lines.ts';
import { socialLinks } from '#site/card/contact/social-links.ts';
import type { FaceFields } from '#site/card/face.ts';

/** An owner's choices about the signature of a card. */

export const SIGNATURE_DESIGNS = ['classic', 'compact', 'panel'] as const;
export type SignatureDesign = (typeof SIGNATURE_DESIGNS)[number];

/** `code` is the QR code of the card. */
export const SIGNATURE_PICTURES = ['none', 'photo', 'logo', 'code'] as const;
export type SignaturePicture = (typeof SIGNATURE_PICTURES)[number];

/** The color of the card that the rule, the button and the name take. */
export const SIGNATURE_ACCENTS = ['primary', 'secondary', 'gray'] as const;
export type SignatureAccent = (typeof SIGNATURE_ACCENTS)[number];

const CONTACT_FIELDS = CARD_FIELD_NAMES.filter((name) => cardField(name).contactLine !== undefined);

/** The fields that may stand beside the name, in their order: fields of the card, its address, networks and link. */
export const SIGNATURE_FIELDS: readonly string[] = [
  'pronouns',
  'jobTitle',
  'company',
  'department',
  'tagline',
  ...CONTACT_FIELDS,
  'place',
  'social',
  'link',
];

export interface SignatureChoices {
  design: SignatureDesign;
  picture: SignaturePicture;
  accent: SignatureAccent;
  fields: string[];
}

const USUAL_FIELDS = ['jobTitle', 'company', 'primaryPhone', 'primaryEmail', 'website', 'link'];

/** Pictures on other sites are not copied into signatures. */
const isHosted = (address: string | null) => address !== null && isOwnMedia(address);

/** The pictures this card can show. */
export const listSignaturePictures = (card: FaceFields): SignaturePicture[] =>
  SIGNATURE_PICTURES.filter(
    (picture) =>
      (picture !== 'photo' || isHosted(card.profileImage)) &&
      (picture !== 'logo' || isHosted(card.companyLogo)),
  );

/** The fields this card has something in, each with the label its owner knows. */
export function listSignatureFields(card: FaceFields): { field: string; label: string }[] {
  return SIGNATURE_FIELDS.flatMap((field) => {
    if (field === 'link') return { field, label: 'Link to your card' };
    if (field === 'place') return listPlace(card).length > 0 ? { field, label: 'Address' } : [];
    if (field === 'social') return socialLinks(card).length > 0 ? { field, label: 'Social links' } : [];
    const value: unknown = Reflect.get(card, field);
    return value ? { field, label: cardField(field as CardFieldName).label } : [];
  });
}

/** The initial choices for a new signature of this card. */
export function usualChoices(card: FaceFields): SignatureChoices {
  return {
    design: 'classic',
    picture: isHosted(card.profileImage) ? 'photo' : isHosted(card.companyLogo) ? 'logo' : 'none',
    accent: 'primary',
    fields: USUAL_FIELDS,
  };
}

const oneOf = <Value extends string>(options: readonly Value[], value: unknown, otherwise: Value): Value =>
  options.find((option) => option === value) ?? otherwise;

/** Choices as they were kept, without those that this card no longer has. */
export function readChoices(kept: unknown, card: FaceFields): SignatureChoices {
  const usual = usualChoices(card);
  if (typeof kept !== 'object' || kept === null) return usual;
  const { design, picture, accent, fields } = kept as Record<string, unknown>;
  return {
    design: oneOf(SIGNATURE_DESIGNS, design, usual.design),
    picture: oneOf(listSignaturePictures(card), picture, usual.picture),
    accent: oneOf(SIGNATURE_ACCENTS, accent, usual.accent),
    fields: Array.isArray(fields) ? SIGNATURE_FIELDS.filter((field) => fields.includes(field)) : usual.fields,
  };
}
