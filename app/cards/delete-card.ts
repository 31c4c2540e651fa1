import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/api/call.ts';
import type { Card } from '#shared/cards.ts';
import { toast } from '#ui/Toast.tsx';
import { cardsKey } from './cards.queries.ts';

/** Deletes without asking: the tile disappears at once, and the toast offers Undo. */
export function useDeleteCard(onRestored: (id: string) => void) {
  const client = useQueryClient();
  const restore = useRestoreCard(onRestored);
  return useMutation({
    mutationFn: (card: Card) => call('DELETE /api/cards/{id}', { params: { id: card.id } }),
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
    onSettled: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}

function useRestoreCard(onRestored: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/cards/{id}/restore', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'The card could not be restored. Please try again.' } },
    onSuccess: (_answer, id) => onRestored(id),
    onSettled: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}
