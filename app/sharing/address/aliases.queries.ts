import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { cardKey, cardsKey } from '#app/cards/cards/cards.queries.ts';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import type { CardAliases } from '#shared/accounts/aliases.ts';

/** The calls about short addresses. */

const aliasesKey = (cardId: string) =>
  [urlOf('GET /api/aliases/cards/{cardId}', { params: { cardId } })] as const;

export const useAliases = (cardId: string) =>
  useQuery({
    queryKey: aliasesKey(cardId),
    queryFn: () => call('GET /api/aliases/cards/{cardId}', { params: { cardId } }),
    // A new username changes it, and so do the names of other cards.
    refetchOnMount: 'always',
  });

/** True if a name is free; asks nothing while `name` is empty. */
export const useNameCheck = (cardId: string, name: string) =>
  useQuery({
    queryKey: [urlOf('GET /api/aliases/cards/{cardId}/check', { params: { cardId }, query: { name } })],
    queryFn: () => call('GET /api/aliases/cards/{cardId}/check', { params: { cardId }, query: { name } }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
    // Somebody else may take it at any time.
    gcTime: 0,
  });

/** Ends the read of the arrival, whose answer may be older than what is saved meanwhile. */
const stopAsking = (client: QueryClient, cardId: string) =>
  client.cancelQueries({ queryKey: aliasesKey(cardId) });

export function useSetName(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    onMutate: () => stopAsking(client, cardId),
    mutationFn: (body: BodyOf<'PUT /api/aliases/cards/{cardId}'>) =>
      call('PUT /api/aliases/cards/{cardId}', { params: { cardId }, body }),
    meta: { failure: { fallback: 'Failed to save the name. Please try again.' } },
    onSuccess(changed) {
      client.setQueryData<CardAliases>(aliasesKey(cardId), changed);
      // The card's main link may be another now.
      void client.invalidateQueries({ queryKey: cardKey(cardId) });
      void client.invalidateQueries({ queryKey: cardsKey });
    },
  });
}

export function useSetUsername(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    onMutate: () => stopAsking(client, cardId),
    mutationFn: (isOn: boolean) =>
      call('PUT /api/aliases/cards/{cardId}/username', { params: { cardId }, body: { isOn } }),
    meta: { failure: { fallback: 'Failed to save the address. Please try again.' } },
    onSuccess: (changed) => client.setQueryData<CardAliases>(aliasesKey(cardId), changed),
  });
}
