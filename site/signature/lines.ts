import { type CardFieldName, isCardField } from '#shared/cards/card-fields.ts';
import { formatRole } from '#shared/cards/role.ts';
import { listContactLines, listPlace } from '#site/card/contact/contact-lines.ts';
import { socialLinks } from '#site/card/contact/social-links.ts';
import type { FaceFields } from '#site/card/face.ts';
import { SIGNATURE_FIELDS, type SignatureChoices } from './choices.ts';

/** The content of a signature, line by line, before it becomes HTML or plain text. */

export interface SignatureLink {
  text: string;
  /** Null where there is nothing to lead to. */
  href: string | null;
  /** Numbers and addresses are read from left to right, whatever surrounds them. */
  isLatin: boolean;
}

export interface SignatureLines {
  name: string;
  pronouns: string;
  /** Role and company, then the department. */
  roles: string[];
  tagline: string;
  contacts: SignatureLink[];
  place: string[];
  social: SignatureLink[];
  /** The address of the card, which names the signature as its channel; null if it is not shown. */
  link: string | null;
}

/** `origin` is where the product is served ("https://cards.example"). */
export function signatureLines(
  card: FaceFields & { id: string },
  { fields }: Pick<SignatureChoices, 'fields'>,
  origin: string,
): SignatureLines {
  const has = (field: string) => fields.includes(field);
  const chosen = (field: 'pronouns' | 'jobTitle' | 'company' | 'department' | 'tagline') =>
    has(field) ? card[field] : null;
  const contacts = SIGNATURE_FIELDS.filter(
    (field): field is CardFieldName => has(field) && isCardField(field),
  );
  const role = formatRole({ jobTitle: chosen('jobTitle'), company: chosen('company') });
  return {
    name: card.fullName,
    pronouns: chosen('pronouns') ?? '',
    roles: [role, chosen('department')].filter((text): text is string => Boolean(text)),
    tagline: chosen('tagline') ?? '',
    contacts: contacts
      .flatMap((field) => listContactLines(card, field))
      .map(({ value, href }) => ({ text: value, href, isLatin: true })),
    place: has('place') ? listPlace(card) : [],
    social: has('social')
      ? socialLinks(card).map(({ name, href, value }) => ({
          text: href ? name : `${name}: ${value}`,
          href,
          isLatin: false,
        }))
      : [],
    link: has('link') ? signatureLink(card.id, origin) : null,
  };
}

export const signatureLink = (id: string, origin: string): string => `${origin}/card/${id}?via=signature`;

/** The signature as plain text. */
export function signatureText(lines: SignatureLines): string {
  const { name, pronouns, roles, tagline, contacts, place, social, link } = lines;
  const blocks = [
    [pronouns ? `${name} (${pronouns})` : name, ...roles, tagline && `“${tagline}”`],
    [
      ...contacts.map(({ text, href }) => (href?.startsWith('http') ? href : text)),
      ...place,
      ...social.map(({ text, href }) => (href ? `${text}: ${href}` : text)),
    ],
    [link && `My card: ${link}`],
  ];
  return blocks
    .map((block) => block.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n');
}
