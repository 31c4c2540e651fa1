import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#app/api/call.ts';
import { cardRows } from '#shared/cards.ts';
import type { SHARE_PLATFORMS } from '#shared/constants.ts';
import { contactRows } from '#shared/contacts.ts';

export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

/** The user's contacts; fetched anew whenever a screen with the list opens. */
export function useContacts() {
  return useQuery({
    queryKey: [contactRows.list.path],
    queryFn: () => call(contactRows.list),
    refetchOnMount: 'always',
  });
}

/** Asks for the address of a network's share dialog. */
export function useShareLink() {
  return useMutation({
    mutationFn: (params: { id: string; platform: SharePlatform }) => call(cardRows.share, { params }),
    meta: {
      failure: {
        title: 'Sharing failed',
        fallback: 'Unable to generate share link. Please try again.',
      },
    },
  });
}
