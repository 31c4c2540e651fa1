import { count } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { BRAND_FIELD_NAMES } from './card-fields.ts';

/** The brand that the cards of a team take over from it (docs/decisions/363). */

/** 'default': the team's until the holder writes one. 'locked': the team's on every card. */
export const BRAND_MODES = ['default', 'locked'] as const;
export type BrandMode = (typeof BRAND_MODES)[number];

export const branded = z.object({
  mode: z.enum(BRAND_MODES),
  /** Null: none. */
  value: z.string().nullable(),
});

export type Branded = z.output<typeof branded>;

/** A team's brand as its cards carry it. */
export const cardBrand = z
  .object({
    teamName: z.string(),
    /** Rises with each change of the brand. */
    version: count,
    fields: z.partialRecord(z.enum(BRAND_FIELD_NAMES), branded),
  })
  .meta({ id: 'CardBrand' });
export type CardBrand = z.output<typeof cardBrand>;
