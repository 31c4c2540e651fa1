import { zodResolver } from '@hookform/resolvers/zod';
import { newCard } from '#shared/cards.ts';
import { z } from '#shared/zod.ts';
import { type CardForm, COMMA_LISTS, each } from './card-form.ts';
import { splitCommas, splitLines } from './lists.ts';

function payloadOf(form: CardForm): z.input<typeof newCard> {
  return {
    ...form,
    ...each(COMMA_LISTS, (name) => splitCommas(form[name])),
    customWebsites: splitLines(form.customWebsites),
  };
}

/** Checks the form by the very schema that the server parses, and makes the body of it. */
export const cardForm = z.custom<CardForm>().transform(payloadOf).pipe(newCard);

export const checkCard = zodResolver(cardForm);
