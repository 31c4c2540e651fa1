import { namesOf } from '#shared/contract/field-kinds.ts';
import type { CardField } from './card-fields/card-field.ts';
import { DESIGN_FIELDS } from './card-fields/design.ts';
import { MEDIA_FIELDS } from './card-fields/media.ts';
import { PERSON_FIELDS } from './card-fields/person.ts';
import { REACH_FIELDS } from './card-fields/reach.ts';
import { STORY_FIELDS } from './card-fields/story.ts';

/**
 * The single list of all fields that a card's owner may set. Schemas (`cards.ts`), columns
 * (`server/db/schema/cards.ts`), the empty card, the editor, contact lines, contact files, passes and tests are
 * derived from it: to add a field, add a line to one of the tables in `card-fields/` and run `npm run db:generate`. No
 * schema library here or in its imports (docs/decisions/129).
 */
export const CARD_FIELDS = {
  ...PERSON_FIELDS,
  ...REACH_FIELDS,
  ...STORY_FIELDS,
  ...MEDIA_FIELDS,
  ...DESIGN_FIELDS,
};
export type CardFields = typeof CARD_FIELDS;
export type CardFieldName = keyof CardFields;

/** A field's entry in the table, typed the same for every field. */
export const cardField = (name: CardFieldName): CardField => CARD_FIELDS[name];

export const isCardField = (name: string): name is CardFieldName => Object.hasOwn(CARD_FIELDS, name);

export const CARD_FIELD_NAMES = Object.keys(CARD_FIELDS) as CardFieldName[];

type NamesWhere<Facts> = {
  [Name in CardFieldName]: CardFields[Name] extends Facts ? Name : never;
}[CardFieldName];

export type PublicFieldName = NamesWhere<{ isPublic: true }>;
export type OwnerFieldName = NamesWhere<{ isPublic: false }>;
export type HeadFieldName = NamesWhere<{ isInHead: true }>;
export type BrandFieldName = NamesWhere<{ canBeBranded: true }>;

/** Its telephone numbers. */
export const PHONE_FIELD_NAMES = namesOf(CARD_FIELDS, 'phone');
export type PhoneFieldName = (typeof PHONE_FIELD_NAMES)[number];

/** The details that are often the same on several cards of a person. */
export const SHARED_DETAILS = {
  phone: PHONE_FIELD_NAMES,
  email: namesOf(CARD_FIELDS, 'mail'),
  company: ['company'],
} as const;
export type SharedDetail = keyof typeof SHARED_DETAILS;

/** The fields that only the card's owner sees. */
export const OWNER_FIELD_NAMES = CARD_FIELD_NAMES.filter(
  (name): name is OwnerFieldName => !cardField(name).isPublic,
);
/** The fields that go with the person when a team hands their card to somebody else. */
export const LEAVING_FIELD_NAMES = CARD_FIELD_NAMES.filter((name) => {
  const { isPersonal, atSuccession = isPersonal ? 'goes' : 'stays' } = cardField(name);
  return atSuccession === 'goes';
});
/** The fields in the head of a card. */
export const HEAD_FIELD_NAMES = CARD_FIELD_NAMES.filter(
  (name): name is HeadFieldName => cardField(name).isInHead === true,
);
/** The fields to which a team may give a value for all its cards. */
export const BRAND_FIELD_NAMES = CARD_FIELD_NAMES.filter(
  (name): name is BrandFieldName => cardField(name).canBeBranded === true,
);
export const isBrandField = (name: string): name is BrandFieldName =>
  BRAND_FIELD_NAMES.some((one) => one === name);
