import { endpoint, file } from './api.ts';
import {
  LEAD_FIELDS,
  LIST_MAX,
  QR_ERROR_CORRECTIONS,
  QR_PNG_DEFAULT,
  QR_PNG_MAX,
  QR_STYLE_IDS,
  SHARE_PLATFORMS,
  SOCIAL_NETWORKS,
  TEMPLATES,
} from './constants.ts';
import {
  count,
  hexColor,
  id,
  LINK_MESSAGE,
  line,
  moment,
  optionalEmail,
  optionalLine,
  optionalLink,
  optionalParagraph,
  optionalPhone,
  socialField,
  textList,
} from './fields.ts';
import { type SocialNetwork, toHref } from './links.ts';
import { isInlineData, isOwnMedia } from './media-rules.ts';
import { pageQuery } from './pages.ts';
import { z } from './zod.ts';

/** A card: its fields as they are sent, as they are answered, and its calls. */

const PRESET = /^preset:[a-z]{1,20}$/;

const isSlotValue = (value: string) =>
  isOwnMedia(value) ||
  isInlineData(value) ||
  (value.length <= 2_000 && /^https?:/i.test(value) && toHref(value) !== null);

const SLOT_MESSAGE = 'Upload a file, or paste a web address that starts with https://';

/** One image or video: `/media/…` of an upload, an http(s) address, or an inline data value that the server stores as media. */
const slot = (accepts: (value: string) => boolean = isSlotValue) =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || accepts(value), SLOT_MESSAGE)
    .transform((value) => value || null)
    .nullable()
    .optional();

const slots = (max: number) =>
  z
    .array(
      z
        .string()
        .trim()
        .refine((value) => value === '' || isSlotValue(value), SLOT_MESSAGE),
    )
    .transform((items) => items.filter(Boolean))
    .pipe(z.array(z.string()).max(max));

const socialShape = Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, socialField(network)])) as {
  [Network in SocialNetwork]: ReturnType<typeof socialField>;
};

/** Only networks that have a value are kept. */
const socialInput = z.object(socialShape).transform((social) => {
  const filled = Object.entries(social).filter((entry): entry is [SocialNetwork, string] =>
    Boolean(entry[1]),
  );
  return Object.fromEntries(filled) as Partial<Record<SocialNetwork, string>>;
});

const website = line()
  .overwrite((text) => text.replace(/^https?:\/\//i, '').replace(/\/$/, ''))
  .refine((value) => value === '' || toHref(value) !== null, LINK_MESSAGE);

const nullToEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null ? [] : value), schema);

/** The fields a card's owner may set; everything else in a payload is ignored. */
export const cardFields = z.object({
  name: line().min(1, 'Card name is required'),
  fullName: line().min(1, 'Full name is required'),
  jobTitle: optionalLine(),
  company: optionalLine(),
  industry: optionalLine(),
  department: optionalLine(),
  location: optionalLine(),
  bio: optionalParagraph(),
  tagline: optionalLine(300),
  template: z.enum(TEMPLATES),
  primaryEmail: optionalEmail(),
  secondaryEmail: optionalEmail(),
  workEmail: optionalEmail(),
  primaryPhone: optionalPhone(),
  secondaryPhone: optionalPhone(),
  workPhone: optionalPhone(),
  website: optionalLink(),
  portfolio: optionalLink(),
  address: optionalLine(300),
  city: optionalLine(),
  state: optionalLine(),
  zipCode: optionalLine(20),
  country: optionalLine(),
  profileImage: slot(),
  coverImage: slot(),
  companyLogo: slot(),
  backgroundImage: slot(),
  backgroundVideo: slot((value) => PRESET.test(value) || isSlotValue(value)),
  photoGallery: nullToEmpty(slots(LIST_MAX.media)),
  videoGallery: nullToEmpty(slots(LIST_MAX.videos)),
  portfolioImages: nullToEmpty(slots(LIST_MAX.media)),
  testimonialVideos: nullToEmpty(slots(LIST_MAX.videos)),
  skills: nullToEmpty(textList(LIST_MAX.tags)),
  languages: nullToEmpty(textList(LIST_MAX.tags)),
  certifications: nullToEmpty(textList(LIST_MAX.tags)),
  achievements: nullToEmpty(textList(LIST_MAX.tags)),
  customWebsites: nullToEmpty(
    z
      .array(website)
      .transform((items) => items.filter(Boolean))
      .pipe(z.array(z.string()).max(LIST_MAX.websites)),
  ),
  primaryColor: hexColor(),
  secondaryColor: hexColor(),
  accentColor: hexColor(),
  social: z.preprocess((value) => (value === null ? {} : value), socialInput),
  leadCaptureEnabled: z.boolean(),
  leadCaptureFields: nullToEmpty(
    z.array(z.enum(LEAD_FIELDS)).transform((fields) => LEAD_FIELDS.filter((f) => fields.includes(f))),
  ),
  appointmentBooking: optionalLink(),
  videoCallLink: optionalLink(),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
});

/** A new card: a label and a full name are enough. */
export const newCard = cardFields.partial().required({ name: true, fullName: true });
/** A change: fields left out stay as they are, `null` or empty text empties them. */
export const cardChanges = cardFields.partial();
export type CardChanges = z.output<typeof cardChanges>;

const text = z.string().nullable();
const texts = z.array(z.string());

/** A card as anyone may see it. */
export const publicCard = z.object({
  id,
  userId: id,
  name: z.string(),
  fullName: z.string(),
  jobTitle: text,
  company: text,
  industry: text,
  department: text,
  location: text,
  bio: text,
  tagline: text,
  template: z.enum(TEMPLATES),
  primaryEmail: text,
  secondaryEmail: text,
  workEmail: text,
  primaryPhone: text,
  secondaryPhone: text,
  workPhone: text,
  website: text,
  portfolio: text,
  address: text,
  city: text,
  state: text,
  zipCode: text,
  country: text,
  profileImage: text,
  coverImage: text,
  companyLogo: text,
  backgroundImage: text,
  backgroundVideo: text,
  photoGallery: texts,
  videoGallery: texts,
  portfolioImages: texts,
  testimonialVideos: texts,
  skills: texts,
  languages: texts,
  certifications: texts,
  achievements: texts,
  customWebsites: texts,
  primaryColor: z.string(),
  secondaryColor: z.string(),
  accentColor: z.string(),
  social: z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string()),
  leadCaptureEnabled: z.boolean(),
  leadCaptureFields: z.array(z.enum(LEAD_FIELDS)),
  appointmentBooking: text,
  videoCallLink: text,
  qrCode: z.string(),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
export type PublicCard = z.output<typeof publicCard>;

/** A card as its owner sees it. */
export const card = publicCard.extend({ viewCount: count });
export type Card = z.output<typeof card>;

export const cardParams = z.object({ id });

export const qrErrorCorrection = z.enum(QR_ERROR_CORRECTIONS);

export const cardEndpoints = {
  list: endpoint('GET', '/api/cards', {
    summary: "The signed-in user's cards, newest first",
    who: 'user',
    query: pageQuery,
    returns: z.array(card),
    paged: true,
  }),
  create: endpoint('POST', '/api/cards', {
    summary: 'Create a card; at most three an account',
    who: 'user',
    body: newCard,
    inlineMedia: true,
    limit: 'cardWrite',
    returns: card,
  }),
  get: endpoint('GET', '/api/cards/{id}', {
    summary: 'One card; the view count only for its owner',
    who: 'anyone',
    params: cardParams,
    returns: publicCard.extend({ viewCount: count.optional() }),
  }),
  change: endpoint('PUT', '/api/cards/{id}', {
    summary: 'Change a card; fields left out stay as they are',
    who: 'user',
    params: cardParams,
    body: cardChanges,
    inlineMedia: true,
    limit: 'cardWrite',
    returns: card,
  }),
  delete: endpoint('DELETE', '/api/cards/{id}', {
    summary: 'Delete a card; it can be restored for 30 days',
    who: 'user',
    params: cardParams,
    returns: z.object({ id, restorableUntil: moment }),
  }),
  restore: endpoint('POST', '/api/cards/{id}/restore', {
    summary: 'Undo the deletion of a card',
    who: 'user',
    params: cardParams,
    returns: card,
  }),
  vcard: endpoint('GET', '/api/cards/{id}/vcard', {
    summary: 'The contact file, vCard 3.0',
    who: 'anyone',
    params: cardParams,
    returns: file('text/vcard'),
  }),
  share: endpoint('POST', '/api/cards/{id}/share/{platform}', {
    summary: "The address that opens a network's share dialog for this card",
    who: 'user',
    params: z.object({ id, platform: z.enum(SHARE_PLATFORMS) }),
    returns: z.object({ url: z.string() }),
  }),
  qrSvg: endpoint('GET', '/api/cards/{id}/qr.svg', {
    summary: 'QR code of the public card, as SVG',
    who: 'anyone',
    params: cardParams,
    query: z.object({ errorCorrection: qrErrorCorrection.default('medium') }),
    returns: file('image/svg+xml'),
  }),
  codeFile: endpoint('GET', '/api/cards/{id}/code.png', {
    summary: 'QR code of a card of the signed-in user, in one of the styles of the app, as a file to keep',
    who: 'user',
    params: cardParams,
    query: z.object({
      /** Plain when left out. */
      style: z.enum(QR_STYLE_IDS).optional(),
      size: z.coerce.number().int().min(64).max(QR_PNG_MAX).default(QR_PNG_DEFAULT),
    }),
    returns: file('image/png'),
  }),
  qrPng: endpoint('GET', '/api/cards/{id}/qr.png', {
    summary: 'QR code of the public card, as PNG',
    who: 'anyone',
    params: cardParams,
    query: z.object({
      errorCorrection: qrErrorCorrection.default('medium'),
      size: z.coerce.number().int().min(64).max(QR_PNG_MAX).default(QR_PNG_DEFAULT),
    }),
    returns: file('image/png'),
  }),
};
