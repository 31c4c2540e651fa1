import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/frame/api/call.ts';
import { priceWith } from '#app/money/billing/price-with.ts';
import type { Card } from '#shared/cards/cards.ts';
import { toast } from '#ui/Toast.tsx';
import { cardsKey } from './cards.queries.ts';

const countOf = (client: QueryClient) => client.getQueryData<Card[]>(cardsKey)?.length ?? 0;

/** Deletes without asking: the tile disappears at once, and the toast offers Undo and says the new price. */
export function useDeleteCard(onRestored: (id: string) => void) {
  const client = useQueryClient();
  const restore = useRestoreCard(onRestored);
  return useMutation({
    async mutationFn(card: Card) {
      // The tile is gone already: this many remain.
      const price = priceWith(countOf(client));
      await call('DELETE /api/cards/{id}', { params: { id: card.id } });
      return price;
    },
    meta: { failure: { always: 'Failed to delete card. Please try again.' } },
    async onMutate(card) {
      await client.cancelQueries({ queryKey: cardsKey });
      const before = client.getQueryData<Card[]>(cardsKey);
      client.setQueryData<Card[]>(cardsKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      return before;
    },
    onError: (_error, _card, before) => client.setQueryData(cardsKey, before),
    onSuccess(note, card) {
      toast({
        title: 'Success',
        description: (
          <>
            <span className="block">Card deleted successfully!</span>
            {note && <span className="block">{note}</span>}
          </>
        ),
        action: { label: 'Undo', onPress: () => restore.mutate(card.id) },
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}

function useRestoreCard(onRestored: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(id: string) {
      const price = priceWith(countOf(client) + 1);
      await call('POST /api/cards/{id}/restore', { params: { id } });
      return price;
    },
    meta: { failure: { fallback: 'We couldn’t restore the card. Please try again.' } },
    onSuccess(note, id) {
      onRestored(id);
      if (note) toast({ title: 'Card restored', description: note });
    },
    onSettled: () => client.invalidateQueries({ queryKey: cardsKey }),
  });
}
