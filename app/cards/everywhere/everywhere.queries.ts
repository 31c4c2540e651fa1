import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { cardsKey } from '#app/cards/cards/cards.queries.ts';
import { type BodyOf, call } from '#app/frame/api/call.ts';
import type { Card } from '#shared/cards/cards.ts';

/** Saves new details on several cards and for the account; a refusal leaves all as it was, and reads it again. */
export function useSaveEverywhere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PATCH /api/account/reach'>) => call('PATCH /api/account/reach', { body }),
    meta: { failure: { fallback: 'Failed to update your cards. Please try again.' } },
    onSuccess({ cards: saved, account }) {
      client.setQueryData<Card[]>(cardsKey, (cards) =>
        cards?.map((card) => saved.find(({ id }) => id === card.id) ?? card),
      );
      client.setQueryData(accountKey, account);
    },
    onError: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}
