import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { ANALYTICS_REFRESH_MS } from '#shared/contract/constants.ts';
import type { NfcTag } from '#shared/sharing/nfc.ts';
import { toast } from '#ui/Toast.tsx';

/** The calls about a card's NFC tags. */

const tagsKey = (cardId: string) => [urlOf('GET /api/nfc/{cardId}/tags', { params: { cardId } })] as const;

export const useNfcTags = (cardId: string) =>
  useQuery({
    queryKey: tagsKey(cardId),
    queryFn: () => call('GET /api/nfc/{cardId}/tags', { params: { cardId } }),
    refetchOnMount: 'always',
    // Whoever tries a tag sees its view come.
    refetchInterval: ANALYTICS_REFRESH_MS,
  });

const refreshTags = (client: QueryClient, cardId: string) =>
  client.invalidateQueries({ queryKey: tagsKey(cardId) });

export function useAddTag(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('POST /api/nfc/{cardId}/tags', { params: { cardId }, body: { name } }),
    meta: { failure: { fallback: 'Failed to add the tag. Please try again.' } },
    onSettled: () => refreshTags(client, cardId),
  });
}

type Change = { number: number } & BodyOf<'PATCH /api/nfc/{cardId}/tags/{number}'>;

export function useChangeTag(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number, ...body }: Change) =>
      call('PATCH /api/nfc/{cardId}/tags/{number}', { params: { cardId, number }, body }),
    meta: { failure: { fallback: 'Failed to save the tag. Please try again.' } },
    onSettled: () => refreshTags(client, cardId),
  });
}

export function useRemoveTag(cardId: string, isCounted: boolean) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (number: number) =>
      call('POST /api/nfc/{cardId}/tags/{number}/restore', { params: { cardId, number } }),
    meta: { failure: { fallback: 'Failed to restore the tag. Please try again.' } },
    onSettled: () => refreshTags(client, cardId),
  });
  return useMutation({
    mutationFn: ({ number }: NfcTag) =>
      call('DELETE /api/nfc/{cardId}/tags/{number}', { params: { cardId, number } }),
    meta: { failure: { fallback: 'Failed to remove the tag. Please try again.' } },
    onSuccess(_removed, { number, name }) {
      toast({
        title: 'Tag removed',
        description: `“${name}” still opens your card${isCounted ? ', but we no longer track its views' : ''}.`,
        action: { label: 'Undo', onPress: () => restore.mutate(number) },
      });
    },
    onSettled: () => refreshTags(client, cardId),
  });
}
