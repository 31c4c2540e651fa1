import { BRAND_FIELD_NAMES, type BrandFieldName, CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { endpoint } from '#shared/contract/api.ts';
import { each, pick } from '#shared/contract/field-kinds.ts';
import { inputsOf } from '#shared/contract/field-schemas.ts';
import { count, id } from '#shared/contract/fields.ts';
import { isInlineData } from '#shared/contract/media-urls.ts';
import { z } from '#shared/contract/zod.ts';

/** The brand of a team: which fields its cards take over from it, and how (docs/decisions/363). */

/** 'free': each card has its own. The others: `BRAND_MODES`. */
export const FIELD_MODES = ['free', 'default', 'locked'] as const;
export type FieldMode = (typeof FIELD_MODES)[number];

const mode = z.enum(FIELD_MODES);
const inputs: Record<BrandFieldName, z.ZodType<string | null | undefined>> = inputsOf(
  pick(CARD_FIELDS, BRAND_FIELD_NAMES),
);

/** A value as a card would take it; files are uploaded first. Left out, it stays. */
const setting = (name: BrandFieldName) =>
  z.object({
    mode,
    value: inputs[name]
      .refine((value) => !value || !isInlineData(value), 'Upload the file first.')
      .optional(),
  });

export const brandChanges = z
  .object({
    /** The version that the change began from: if the brand has another one, the answer is 409 with that brand. */
    baseVersion: z.number().int().min(0).optional(),
    /** Fields left out stay as they are. */
    fields: z.object(each(BRAND_FIELD_NAMES, (name) => setting(name).optional())),
  })
  .meta({ id: 'BrandChanges' });
export type BrandChanges = z.output<typeof brandChanges>;
export type BrandSettings = BrandChanges['fields'];

const brandField = z.object({
  mode,
  value: z.string().nullable(),
  /** On how many cards their holder wrote one, which they have wherever it isn't locked. */
  written: count,
});

export const brand = z
  .object({
    /** Rises with each change. */
    version: count,
    /** The cards that the team has. */
    cards: count,
    fields: z.record(z.enum(BRAND_FIELD_NAMES), brandField),
  })
  .meta({ id: 'Brand' });
export type Brand = z.output<typeof brand>;

const params = z.object({ id });

export const brandEndpoints = {
  get: endpoint('GET', '/api/teams/{id}/brand', {
    summary: 'What a team’s cards take over from it: logo, colors, template, company, website, and more',
    who: 'user',
    account: 'path',
    params,
    limit: 'list',
    returns: brand,
  }),
  change: endpoint('PUT', '/api/teams/{id}/brand', {
    summary:
      'Change it, on all of the team’s cards at once; fields left out stay as they are. 409 if `baseVersion` names another version',
    who: 'user',
    account: 'path',
    params,
    body: brandChanges,
    limit: 'accountWrite',
    returns: brand,
  }),
};
