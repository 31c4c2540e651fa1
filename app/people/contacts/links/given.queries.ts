import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/frame/api/call.ts';
import { pagesKey, patchPages, usePages } from '#app/frame/api/pages.ts';
import type { GivenLink } from '#shared/people/contact-links.ts';

/** Calls about people who have the owner's details, and can be offered to follow a card. */

export const useGiven = (enabled = true) =>
  usePages('GET /api/contacts/links/given', {}, 20, undefined, enabled);

function givenChanged(client: QueryClient, link: GivenLink): void {
  patchPages(client, 'GET /api/contacts/links/given', (rows) =>
    rows.map((one) => (one.id === link.id ? link : one)),
  );
}

export function useOffer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, cardId }: { id: string; cardId?: string }) =>
      call('PUT /api/contacts/links/{id}/offer', { params: { id }, body: { cardId } }),
    meta: { failure: { fallback: 'Failed to offer this. Please try again.' } },
    onSuccess: (link) => givenChanged(client, link),
    onError: () => void client.invalidateQueries({ queryKey: pagesKey('GET /api/contacts/links/given') }),
  });
}

export function useTakeBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/contacts/links/{id}/offer', { params: { id } }),
    meta: { failure: { fallback: 'Failed to end this. Please try again.' } },
    onSuccess: (link) => givenChanged(client, link),
  });
}
