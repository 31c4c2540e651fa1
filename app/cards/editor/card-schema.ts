import { zodResolver } from '@hookform/resolvers/zod';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { newCard } from '#shared/cards/cards.ts';
import { each, namesOf, type SentQuestion } from '#shared/contract/field-kinds.ts';
import { z } from '#shared/contract/zod.ts';
import type { CardForm } from './card-form.ts';
import { fromTyped } from './from-typed.ts';

const LISTS = namesOf(CARD_FIELDS, 'list');

const payloadOf = (form: CardForm): z.input<typeof newCard> => ({
  ...form,
  leadQuestions: fromTyped(CARD_FIELDS.leadQuestions, form.leadQuestions) as SentQuestion[],
  ...each(LISTS, (name) => fromTyped(CARD_FIELDS[name], form[name]) as string[]),
});

/** Validates the form with the schema that the server uses, and turns it into a request body. */
export const cardForm = z.custom<CardForm>().transform(payloadOf).pipe(newCard);

export const checkCard = zodResolver(cardForm);
