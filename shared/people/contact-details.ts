import { TEXT_MAX } from '#shared/contract/constants.ts';
import { inputsOf } from '#shared/contract/field-schemas.ts';
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
import { LABEL_MAX, OTHER_PROPERTIES_LENGTH_MAX, TAG_LENGTH_MAX } from './contact-limits.ts';
import { DETAIL_FIELDS, type DetailFields, type DetailName } from './contact-record.ts';
import {
  ADDRESS_PARTS,
  type AddressComponent,
  type DetailField,
  type DetailValue,
  type Labeled,
  type OtherProperty,
} from './record-field.ts';

/** Turns the details of the record into schemas: of what may be sent for each, and of what is returned. */

/** An owner's name for a value; empty if there is none. */
const label = line(LABEL_MAX).default('');
const labeled = z.object({ value: z.string(), label: z.string() });
const FURTHER = {
  email: z.object({ value: email(), label }),
  phone: z.object({ value: line(TEXT_MAX.phone).min(1, 'Enter a phone number'), label }),
  website: z.object({
    value: line(TEXT_MAX.url).refine((value) => toHref(value) !== null, LINK_MESSAGE),
    label,
  }),
};

const address = z.object({
  label,
  ...(Object.fromEntries(
    Object.entries(ADDRESS_PARTS).map(([name, part]) => [
      name,
      ('isLong' in part ? paragraph(TEXT_MAX.line) : line(TEXT_MAX.line)).default(''),
    ]),
  ) as Record<AddressComponent, z.ZodDefault<z.ZodString>>),
});

const DATE = /^(?:(\d{4})-|--)(\d\d)-(\d\d)$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
export function isDay(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (!month || !day) return false;
  const isLeap = !year || (Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0));
  const days = month === '02' && !isLeap ? 28 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= days;
}
const day = optional(
  line(10).refine(
    (value) => !value || isDay(value),
    'Enter a day as 1985-04-12, or as --04-12 without the year',
  ),
);

const NO_MOMENT = 'Send a moment as 2026-05-13T15:00:00Z';

/** PostgreSQL has no year 0 and no offset of 16 hours; JavaScript writes no year beyond 9999 as others read it. */
const isStorable = (moment: string) => {
  const year = new Date(moment).getUTCFullYear();
  return (
    year >= 1 && year <= 9999 && !moment.startsWith('0000') && !/[+-](?:1[6-9]|2\d):/.test(moment.slice(10))
  );
};

export const asMoment = z.iso.datetime({ offset: true, message: NO_MOMENT }).refine(isStorable, NO_MOMENT);

export const otherProperty: z.ZodType<OtherProperty, Partial<OtherProperty>> = z.object({
  name: z.string().regex(/^[A-Z0-9-]{1,60}$/i, 'A property is named with letters, digits and -'),
  parameters: z.record(z.string().max(60), z.array(z.string().max(TEXT_MAX.line)).max(10)).default({}),
  value: z.string().max(OTHER_PROPERTIES_LENGTH_MAX),
});

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max, `Up to ${max}`)
    .nullable()
    .transform((items) => items ?? [])
    .optional();

function inputOf(field: DetailField): z.ZodType {
  switch (field.kind) {
    case 'line':
      return optionalLine(field.max);
    case 'label':
      return optionalLine(LABEL_MAX);
    case 'day':
      return day;
    case 'moment':
      return asMoment.nullable().optional();
    case 'further':
      return list(FURTHER[field.of], field.max);
    case 'addresses':
      return list(address, field.max);
    case 'tags':
      return textList(field.max, TAG_LENGTH_MAX).optional();
    case 'social':
      return inputsOf({ social: field }).social.optional();
    case 'properties':
      return list(otherProperty, field.max).refine(
        (properties) => JSON.stringify(properties ?? []).length <= OTHER_PROPERTIES_LENGTH_MAX,
        `Up to ${OTHER_PROPERTIES_LENGTH_MAX} characters in all`,
      );
  }
}

function outputOf(field: DetailField): z.ZodType {
  switch (field.kind) {
    case 'moment':
      return moment.nullable();
    case 'further':
      return z.array(field.of === 'phone' ? labeled.extend({ e164: z.string().nullable() }) : labeled);
    case 'addresses':
      return z.array(address);
    case 'tags':
      return z.array(z.string());
    case 'social':
      return z.record(z.string(), z.string());
    case 'properties':
      return z.array(otherProperty);
    default:
      return z.string().nullable();
  }
}

const mapDetails = (make: (field: DetailField) => z.ZodType) =>
  Object.fromEntries(Object.entries(DETAIL_FIELDS).map(([name, field]) => [name, make(field)]));

/** A value as it may be sent: left out, it stays unchanged; null or an empty list clears it. */
type SentDetail<Field> =
  | (Field extends { kind: 'further' } ? { value: string; label?: string }[] : DetailValue<Field>)
  | null;
type DetailInputs = {
  -readonly [Name in DetailName]: z.ZodOptional<
    z.ZodType<
      DetailFields[Name] extends { kind: 'further' } ? Labeled[] : DetailValue<DetailFields[Name]>,
      SentDetail<DetailFields[Name]>
    >
  >;
};
type DetailOutputs = {
  -readonly [Name in DetailName]: z.ZodType<DetailValue<DetailFields[Name]>, DetailValue<DetailFields[Name]>>;
};

/** The schemas of details that may be sent, for `z.object`. */
export const detailInputs = mapDetails(inputOf) as DetailInputs;
/** The schemas of details that are returned, for `z.object`. */
export const detailOutputs = mapDetails(outputOf) as DetailOutputs;

export type ContactDetails = { -readonly [Name in DetailName]: DetailValue<DetailFields[Name]> };
