import { useFormContext } from 'react-hook-form';
import type { CardField, CardSection } from '#shared/cards/card-fields/card-field.ts';
import {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardFieldName,
  type CardFields,
  cardField,
  isBrandField,
} from '#shared/cards/card-fields.ts';
import type { newCard, SeenCard } from '#shared/cards/cards.ts';
import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { each, emptyOf, type NamesOf, omit, type ValueOf } from '#shared/contract/field-kinds.ts';
import type { SocialNetwork } from '#shared/contract/links.ts';
import type { z } from '#shared/contract/zod.ts';

/** The form of a card: every text as it is in its input, lists as they are typed. */

type TypedOf<Field> = Field extends { kind: 'mediaList' | 'choices' | 'switch' }
  ? ValueOf<Field>
  : Field extends { kind: 'social' }
    ? Record<SocialNetwork, string>
    : Field extends { kind: 'choice' }
      ? NonNullable<ValueOf<Field>> | (null extends ValueOf<Field> ? '' : never)
      : string;

export type CardForm = { [Name in CardFieldName]: TypedOf<CardFields[Name]> };

/** A complete request body that creates or changes a card. */
export type CardBody = z.output<typeof newCard>;

/** Fields that are typed into a single input. */
export type TextName = NamesOf<CardFields, 'line' | 'text' | 'mail' | 'phone' | 'link' | 'list'>;
export type PictureName = {
  [Name in CardFieldName]: CardFields[Name] extends { kind: 'media'; of: 'image' } ? Name : never;
}[CardFieldName];
export type MediaListName = NamesOf<CardFields, 'mediaList'>;
export type SwitchName = NamesOf<CardFields, 'switch'>;
export type ChoiceName = NamesOf<CardFields, 'choice'>;

/** Fields in the order of the editor. */
export const inEditorOrder = <Name extends CardFieldName>(names: readonly Name[]): Name[] =>
  [...names].sort((one, other) => cardField(one).editor.order - cardField(other).editor.order);

/** The fields of one section of the editor. */
export const fieldsIn = (section: CardSection): CardFieldName[] =>
  inEditorOrder(CARD_FIELD_NAMES.filter((name) => cardField(name).editor.section === section));

function toTyped(field: CardField, value: unknown): unknown {
  switch (field.kind) {
    case 'mediaList':
    case 'choices':
    case 'switch':
      return value;
    case 'list':
      return Array.isArray(value) ? value.join(field.of === 'tags' ? ', ' : '\n') : '';
    case 'questions':
      return JSON.stringify(value ?? []);
    case 'social':
      return each(SOCIAL_NETWORKS, (network) => Reflect.get(Object(value), network) ?? '');
    default:
      return value ?? '';
  }
}

const makeForm = (typed: (name: CardFieldName, field: CardField) => unknown): CardForm =>
  each(CARD_FIELD_NAMES, (name) => typed(name, CARD_FIELDS[name])) as CardForm;

/** The form as a new card starts, with what the account knows. */
export const emptyForm = (known: Partial<CardForm>): CardForm => ({
  ...makeForm((_name, field) =>
    toTyped(field, field.kind === 'color' ? (field.start ?? field.empty) : emptyOf(field)),
  ),
  ...known,
});

/** The form filled in from a card. */
export const fillForm = (card: SeenCard): CardForm =>
  makeForm((name, field) => toTyped(field, card[name] ?? emptyOf(field)));

/** The body without the parts of the name that nobody touched, where the name was: they may be another name's. */
export function withoutOldParts(body: CardBody, touched: Partial<Record<CardFieldName, unknown>>): CardBody {
  if (!('fullName' in touched)) return body;
  const old = fieldsIn('nameParts').filter((name) => !(name in touched));
  const sent = Object.entries(body).filter(([name]) => !old.some((part) => part === name));
  return { ...Object.fromEntries(sent), name: body.name, fullName: body.fullName };
}

/** The body without the lists that nobody touched: as typed, an item with a comma in it becomes two. */
export function withoutOldLists(body: CardBody, touched: Partial<Record<CardFieldName, unknown>>): CardBody {
  const old = CARD_FIELD_NAMES.filter((name) => CARD_FIELDS[name].kind === 'list' && !(name in touched));
  return { ...omit(body, old), name: body.name, fullName: body.fullName };
}

/**
 * The body without what nobody touched of the fields that a team may give to its cards: what it gave is not sent back as
 * the holder's.
 */
export function withoutTeams(body: CardBody, touched: Partial<Record<CardFieldName, unknown>>): CardBody {
  const sent = Object.entries(body).filter(([name]) => !isBrandField(name) || name in touched);
  return { ...Object.fromEntries(sent), name: body.name, fullName: body.fullName };
}

export const useCardForm = () => useFormContext<CardForm, unknown, CardBody>();
