import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/api/call.ts';
import { type Card, cardRows } from '#shared/cards.ts';
import { toast } from '#ui/Toast.tsx';

export const cardsKey = [cardRows.list.path] as const;

/** The user's cards; fetched anew whenever a screen with the list opens (section 4). */
export function useCards() {
  return useQuery({ queryKey: cardsKey, queryFn: () => call(cardRows.list), refetchOnMount: 'always' });
}

/** Deletes without asking: the tile goes at once, and the toast offers the way back. */
export function useDeleteCard() {
  const client = useQueryClient();
  const restore = useRestoreCard();
  return useMutation({
    mutationFn: (card: Card) => call(cardRows.delete, { params: { id: card.id } }),
    meta: { failure: { title: 'Error', always: 'Failed to delete card. Please try again.' } },
    async onMutate(card) {
      await client.cancelQueries({ queryKey: cardsKey });
      const before = client.getQueryData<Card[]>(cardsKey);
      client.setQueryData<Card[]>(cardsKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      return before;
    },
    onError: (_error, _card, before) => client.setQueryData(cardsKey, before),
    onSuccess(_answer, card) {
      toast({
        title: 'Success',
        description: 'Card deleted successfully!',
        action: { label: 'Undo', onPress: () => restore.mutate(card.id) },
      });
    },
  });
}

function useRestoreCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cardRows.restore, { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'The card could not be restored. Please try again.' } },
    onSuccess: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}
