import { TEXT_MAX } from '#shared/contract/constants.ts';
import {
  email,
  LINK_MESSAGE,
  line,
  moment,
  optional,
  optionalLine,
  paragraph,
  textList,
} from '#shared/contract/fields.ts';
import { toHref } from '#shared/contract/links.ts';
import { z } from '#shared/contract/zod.ts';
import { TAG_LENGTH_MAX } from './contact-limits.ts';

/**
 * What an owner keeps about a contact beyond the fields that visitors send (`contact-fields.ts`): further ways to reach
 * them, addresses, days, tags, and where and when they met. Modeled on what contact files commonly carry (RFC 6350);
 * any other property of an imported file is kept in `otherProperties`, so that an export loses nothing.
 */

/** How many further addresses of each kind a contact may have. */
export const MORE_MAX = 10;
export const ADDRESSES_MAX = 5;
/** Tags of an owner, and of one contact. */
export const TAGS_MAX = 200;
export const TAGS_A_CONTACT_MAX = 20;
/** Properties of imported files that are not modeled, and their size as JSON in characters. */
export const OTHER_PROPERTIES_MAX = 50;
export const OTHER_PROPERTIES_LENGTH_MAX = 20_000;
const LABEL_MAX = 40;

/** What the owner calls an address, like "Work"; empty if nothing. */
const label = line(LABEL_MAX).default('');
const labeled = z.object({ value: z.string(), label: z.string() });

export const moreEmail = z.object({ value: email(), label });
export const morePhone = z.object({ value: line(TEXT_MAX.phone).min(1, 'Enter a phone number'), label });
export const moreWebsite = z.object({
  value: line(TEXT_MAX.url).refine((value) => toHref(value) !== null, LINK_MESSAGE),
  label,
});
/** The parts of ADR (RFC 6350, section 6.3.1) in our words; each may be empty. */
const part = line(TEXT_MAX.line).default('');
export const address = z.object({
  label,
  poBox: part,
  /** Apartment, floor, building. */
  extra: part,
  /** It may have several lines. */
  street: paragraph(TEXT_MAX.line).default(''),
  city: part,
  region: part,
  postalCode: part,
  country: part,
});

const DATE = /^(?:(\d{4})-|--)(\d\d)-(\d\d)$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function isDay(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (!month || !day) return false;
  const isLeap = !year || (Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0));
  const days = month === '02' && !isLeap ? 28 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= days;
}
/** A day as `1985-04-12`, or as `--04-12` if the year is unknown (RFC 6350, section 4.3.1). */
const day = optional(
  line(10).refine(
    (value) => !value || isDay(value),
    'Enter a day as 1985-04-12, or as --04-12 without the year',
  ),
);

/** A property of a contact file that is not modeled: its name, its parameters and its value as written, unescaped. */
export const otherProperty = z.object({
  name: z.string().regex(/^[A-Z0-9-]{1,60}$/i, 'A property is named with letters, digits and -'),
  parameters: z.record(z.string().max(60), z.array(z.string().max(TEXT_MAX.line)).max(10)).default({}),
  value: z.string().max(OTHER_PROPERTIES_LENGTH_MAX),
});
export type OtherProperty = z.output<typeof otherProperty>;

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max, `Keep at most ${max}`)
    .nullable()
    .transform((items) => items ?? [])
    .optional();

/** What may be sent; what is left out stays unchanged, null or an empty list clears. */
export const detailInputs = {
  emailLabel: optionalLine(LABEL_MAX),
  phoneLabel: optionalLine(LABEL_MAX),
  websiteLabel: optionalLine(LABEL_MAX),
  moreEmails: list(moreEmail, MORE_MAX),
  morePhones: list(morePhone, MORE_MAX),
  moreWebsites: list(moreWebsite, MORE_MAX),
  addresses: list(address, ADDRESSES_MAX),
  nickname: optionalLine(100),
  department: optionalLine(),
  birthday: day,
  anniversary: day,
  tags: textList(TAGS_A_CONTACT_MAX, TAG_LENGTH_MAX).optional(),
  metPlace: optionalLine(),
  metEvent: optionalLine(),
  otherProperties: list(otherProperty, OTHER_PROPERTIES_MAX).refine(
    (properties) => JSON.stringify(properties ?? []).length <= OTHER_PROPERTIES_LENGTH_MAX,
    `Keep at most ${OTHER_PROPERTIES_LENGTH_MAX} characters in all`,
  ),
};

const text = z.string().nullable();

/** As they are returned. */
export const detailOutputs = {
  emailLabel: text,
  phoneLabel: text,
  websiteLabel: text,
  moreEmails: z.array(labeled),
  /** Each with its E.164 form, if it could be parsed. */
  morePhones: z.array(labeled.extend({ e164: text })),
  moreWebsites: z.array(labeled),
  addresses: z.array(address),
  nickname: text,
  department: text,
  birthday: text,
  anniversary: text,
  tags: z.array(z.string()),
  /** When they met, if the owner said so; otherwise it was when the contact was made. */
  metAt: moment.nullable(),
  metPlace: text,
  metEvent: text,
};
export type ContactDetails = z.output<z.ZodObject<typeof detailOutputs>>;
export type MoreEmail = ContactDetails['moreEmails'][number];
export type MorePhone = ContactDetails['morePhones'][number];
