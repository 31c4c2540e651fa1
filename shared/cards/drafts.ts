import { endpoint } from '#shared/contract/api.ts';
import { DRAFT_LIST_MAX, DRAFT_TEXT_MAX, SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { each, type FieldKind } from '#shared/contract/field-kinds.ts';
import { id, moment, typedText } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField } from './card-fields.ts';

/**
 * Drafts: what was typed into the form of a card and not saved yet. They are kept as typed, half an address as well as a
 * whole one; only saving the card validates them.
 */

/** A field of the form as its input holds it. */
function createTyped(field: FieldKind): z.ZodType<DraftValue> {
  switch (field.kind) {
    case 'mediaList':
    case 'choices':
      return z.array(typedText(DRAFT_TEXT_MAX)).max(DRAFT_LIST_MAX);
    case 'switch':
      return z.boolean();
    case 'social':
      return z.partialRecord(z.enum(SOCIAL_NETWORKS), typedText(DRAFT_TEXT_MAX));
    default:
      return typedText(DRAFT_TEXT_MAX);
  }
}

export type DraftValue = string | boolean | string[] | Partial<Record<string, string>>;
export type DraftFields = Partial<Record<CardFieldName, DraftValue>>;

const draftFields: z.ZodType<DraftFields> = z
  .object(each(CARD_FIELD_NAMES, (name) => createTyped(cardField(name))))
  .partial();

/** A draft as a tab of the editor keeps it. */
export const draftContent = z
  .object({
    /** The card it changes; null for one that does not exist yet. */
    cardId: id.nullable(),
    /** The version the form was filled from; null for a new card. */
    baseVersion: z.number().int().min(1).max(2_147_483_647).nullable(),
    /** Only the fields that were changed. */
    fields: draftFields,
    /** Their values before. */
    before: draftFields,
    /** Counts the changes of the tab; a request with a lower one than what is kept changes nothing. */
    revision: z.number().int().min(0).max(2_147_483_647),
  })
  .meta({ id: 'DraftContent' });
export type DraftContent = z.output<typeof draftContent>;

export const draft = draftContent.extend({ id, createdAt: moment, updatedAt: moment }).meta({ id: 'Draft' });
export type Draft = z.output<typeof draft>;

const draftParams = z.object({ id });

export const draftEndpoints = {
  list: endpoint('GET', '/api/drafts', {
    summary: 'Cards that were typed and not saved, last changed first; at most ten, for 30 days',
    who: 'user',
    returns: z.array(draft),
  }),
  keep: endpoint('PUT', '/api/drafts/{id}', {
    summary: 'Keep a draft under an id of your choice; the eleventh takes the place of the oldest',
    who: 'user',
    account: 'query',
    params: draftParams,
    body: draftContent,
    limit: 'draftWrite',
    returns: z.object({ id, updatedAt: moment }),
  }),
  discard: endpoint('DELETE', '/api/drafts/{id}', {
    summary: 'Discard a draft',
    who: 'user',
    params: draftParams,
    returns: z.object({ id }),
  }),
  key: endpoint('GET', '/api/drafts/key', {
    summary:
      'The key with which a browser encrypts drafts while this server is out of reach: 32 bytes, base64url',
    who: 'user',
    returns: z.object({ key: z.string() }),
  }),
};
