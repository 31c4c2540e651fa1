import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, findFile, urlOf } from '#app/frame/api/call.ts';
import type { PrintQuery } from './print-query.ts';

/** Calls of prints. The last preview stays until the next one has come. */
export function usePrintPreview(cardId: string, { product, query }: PrintQuery) {
  const params = { cardId };
  return useQuery({
    queryKey: [urlOf(`GET /api/print/{cardId}/${product}`, { params }), query],
    queryFn: () =>
      product === 'card'
        ? call('GET /api/print/{cardId}/card', { params, query })
        : call('GET /api/print/{cardId}/badge', { params, query }),
    placeholderData: keepPreviousData,
    // The card, or what its team gives it, may have changed since.
    refetchOnMount: 'always',
  });
}

/** The address of the PDF; throws if it cannot be made. */
export const findPrint = (cardId: string, { product, query }: PrintQuery): Promise<string> =>
  product === 'card'
    ? findFile('GET /api/print/{cardId}/card.pdf', { params: { cardId }, query })
    : findFile('GET /api/print/{cardId}/badge.pdf', { params: { cardId }, query });
