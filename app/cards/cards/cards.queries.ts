import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ALL, noteTeams } from '#app/frame/api/account-here.ts';
import { type BodyOf, call, fromServer, urlOf } from '#app/frame/api/call.ts';
import type { Card } from '#shared/cards/cards.ts';

/** Calls of the cards feature; the first element of each key is the URL (section 7). */

export const cardsKey = [urlOf('GET /api/cards')] as const;
export const cardKey = (id: string) => [urlOf('GET /api/cards/{id}', { params: { id } })] as const;

/** The user's cards, newest first; refetched whenever a screen with the list opens (section 4). */
export function useCards() {
  return useQuery({ queryKey: cardsKey, queryFn: () => call('GET /api/cards'), refetchOnMount: 'always' });
}

const OF_ALL = { query: { account: ALL } };

/** Likewise, with those that the user holds of teams. */
export function useAllCards() {
  return useQuery({
    queryKey: [urlOf('GET /api/cards', OF_ALL)],
    async queryFn() {
      const cards = await call('GET /api/cards', OF_ALL);
      noteTeams(cards);
      return cards;
    },
    refetchOnMount: 'always',
  });
}

/** The cards in the order of screens that show them large. */
export const featuredFirst = (cards: readonly Card[]): Card[] =>
  [...cards].sort((one, other) => Number(other.isFeatured) - Number(one.isFeatured));

const fetchCard = (id: string) => call('GET /api/cards/{id}', { params: { id } });

/** One card, never from the cache. */
export function useCard(id: string) {
  return useQuery({ queryKey: cardKey(id), queryFn: () => fetchCard(id), gcTime: 0 });
}

/** Likewise, not from this device either: a form must start from what is stored now. */
export function useStoredCard(id: string) {
  return useQuery({ queryKey: cardKey(id), queryFn: () => fromServer(() => fetchCard(id)), gcTime: 0 });
}

export function useCreateCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'POST /api/cards'>) => call('POST /api/cards', { body }),
    meta: { failure: { fallback: 'Failed to create card. Please try again.' } },
    onSuccess(created) {
      client.setQueryData<Card[]>(cardsKey, (cards) => cards && [created, ...cards]);
    },
  });
}

export function useUpdateCard(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/cards/{id}'>) =>
      call('PUT /api/cards/{id}', { params: { id }, body }),
    meta: { failure: { unlessRefused: 'Failed to update card. Please try again.' } },
    onSuccess(changed) {
      client.setQueryData<Card[]>(cardsKey, (cards) =>
        cards?.map((card) => (card.id === id ? changed : card)),
      );
    },
  });
}
