import { SOCIAL_NETWORKS } from './constants.ts';
import type { FieldKind, FieldTable, SentOf, ValueOf } from './field-kinds.ts';
import {
  cleanText,
  email,
  hexColor,
  LINK_MESSAGE,
  line,
  optional,
  optionalEmail,
  optionalLink,
  optionalPhone,
  paragraph,
  socialField,
  textList,
} from './fields.ts';
import {
  QUESTION_KINDS,
  QUESTION_LABEL_MAX,
  QUESTION_OPTION_MAX,
  QUESTION_OPTIONS_MAX,
  QUESTIONS_MAX,
} from './lead-questions.ts';
import { type SocialNetwork, toHref } from './links.ts';
import { isInlineData, isOwnMedia } from './media-urls.ts';
import { textVersion } from './text-version.ts';
import { z } from './zod.ts';

/** Turns field tables into schemas: of what may be sent for each field, and of what is returned. */

const PRESET = /^preset:[a-z]{1,20}$/;
const SLOT_MESSAGE = 'Upload a file, or paste a web address that starts with https://';

const isSlotValue = (value: string) =>
  isOwnMedia(value) ||
  isInlineData(value) ||
  (value.length <= 2_000 && /^https?:/i.test(value) && toHref(value) !== null && cleanText(value) === value);

/**
 * One image or video: `/media/…` of an upload, an http(s) address, or an inline data value that the server stores as
 * media.
 */
const slot = (takesPresets: boolean) =>
  z
    .string()
    .trim()
    .refine(
      (value) => value === '' || isSlotValue(value) || (takesPresets && PRESET.test(value)),
      SLOT_MESSAGE,
    )
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

const website = line()
  .overwrite((text) => text.replace(/^https?:\/\//i, '').replace(/\/$/, ''))
  .refine((value) => value === '' || toHref(value) !== null, LINK_MESSAGE);

const websites = (max: number) =>
  z
    .array(website)
    .transform((items) => items.filter(Boolean))
    .pipe(z.array(z.string()).max(max));

/** Keeps only networks that have a value. */
const social = z
  .object(Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, socialField(network)])))
  .transform((networks) => {
    const filled = Object.entries(networks).filter((entry): entry is [SocialNetwork, string] =>
      Boolean(entry[1]),
    );
    return Object.fromEntries(filled) as Partial<Record<SocialNetwork, string>>;
  });

const nullTo = (empty: unknown, schema: z.ZodType) =>
  z.preprocess((value) => (value === null ? empty : value), schema);

const choice = (options: readonly string[]) =>
  z
    .union([z.enum(options), z.literal('')])
    .transform((value) => value || null)
    .nullable()
    .optional();

/** In the order of the options, without duplicates. */
const choices = (options: readonly string[]) =>
  z.array(z.enum(options)).transform((chosen) => options.filter((option) => chosen.includes(option)));

const isDistinct = (texts: string[]) => new Set(texts).size === texts.length;
const foldCase = (text: string) => text.toLowerCase();

/** One question of a form; options are kept for choices alone. */
const question = z
  .object({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,24}$/, 'Make an id of up to 24 letters, digits, _ and -')
      .optional(),
    label: line(QUESTION_LABEL_MAX).min(1, 'Write the question'),
    kind: z.enum(QUESTION_KINDS).default('text'),
    options: textList(QUESTION_OPTIONS_MAX, QUESTION_OPTION_MAX).default([]),
    isRequired: z.boolean().default(false),
  })
  .transform(({ id, ...rest }) => ({
    ...rest,
    id: id ?? textVersion(rest.label),
    options: rest.kind === 'choice' ? rest.options : [],
  }))
  .refine(({ kind, options }) => kind !== 'choice' || options.length > 1, {
    path: ['options'],
    message: 'Give at least two options, one per line',
  })
  .refine(({ options }) => isDistinct(options.map(foldCase)), {
    path: ['options'],
    message: 'Each option must be different',
  });

const questions = z
  .array(question)
  .max(QUESTIONS_MAX, `Ask up to ${QUESTIONS_MAX} questions`)
  .refine((all) => isDistinct(all.map(({ id }) => id)), 'Each question needs its own ID')
  .refine((all) => isDistinct(all.map(({ label }) => foldCase(label))), 'Ask each question once');

const questionOutput = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(QUESTION_KINDS),
  options: z.array(z.string()),
  isRequired: z.boolean(),
});

/** The schema of what may be sent for a field. */
function createInput(field: FieldKind): z.ZodType {
  switch (field.kind) {
    case 'line':
    case 'text': {
      const text = field.kind === 'line' ? line(field.max, field.missing) : paragraph(field.max);
      return field.required ? text.min(1, field.required) : optional(text);
    }
    case 'mail':
      return field.required ? email(field.required) : optionalEmail();
    case 'phone':
      return optionalPhone();
    case 'link':
      return optionalLink();
    case 'media':
      return slot(field.takesPresets ?? false);
    case 'list':
      return nullTo([], field.of === 'tags' ? textList(field.max) : websites(field.max));
    case 'mediaList':
      return nullTo([], slots(field.max));
    case 'social':
      return nullTo({}, social);
    case 'color':
      return hexColor();
    case 'switch':
      return z.boolean();
    case 'choice':
      return field.empty ? z.enum(field.options) : choice(field.options);
    case 'choices':
      return nullTo([], choices(field.options));
    case 'questions':
      return nullTo([], questions);
  }
}

/** The schema of a field as it is returned. */
function createOutput(field: FieldKind): z.ZodType {
  switch (field.kind) {
    case 'list':
    case 'mediaList':
      return z.array(z.string());
    case 'social':
      return z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string());
    case 'color':
      return z.string();
    case 'switch':
      return z.boolean();
    case 'choice':
      return field.empty ? z.enum(field.options) : z.enum(field.options).nullable();
    case 'choices':
      return z.array(z.enum(field.options));
    case 'questions':
      return z.array(questionOutput);
    default:
      return 'required' in field ? z.string() : z.string().nullable();
  }
}

type Inputs<Table> = {
  -readonly [Name in keyof Table]: z.ZodType<
    ValueOf<Table[Name]> | (undefined extends SentOf<Table[Name]> ? undefined : never),
    SentOf<Table[Name]>
  >;
};
type Outputs<Table> = {
  -readonly [Name in keyof Table]: z.ZodType<ValueOf<Table[Name]>, ValueOf<Table[Name]>>;
};

const mapTable = (table: FieldTable, make: (field: FieldKind) => z.ZodType) =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, make(field)]));

/** The schemas of what may be sent, for `z.object`. */
export const inputsOf = <Table extends FieldTable>(table: Table) =>
  mapTable(table, createInput) as Inputs<Table>;

/** The schemas of what is returned, for `z.object`. */
export const outputsOf = <Table extends FieldTable>(table: Table) =>
  mapTable(table, createOutput) as Outputs<Table>;
