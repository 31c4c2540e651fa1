import { useMutation } from '@tanstack/react-query';
import { call } from '#app/api/call.ts';
import type { SHARE_PLATFORMS } from '#shared/constants.ts';

export type SharePlatform = (typeof SHARE_PLATFORMS)[number];

/** Asks for the address of a network's share dialog. */
export function useShareLink() {
  return useMutation({
    mutationFn: (params: { id: string; platform: SharePlatform }) =>
      call('POST /api/cards/{id}/share/{platform}', { params }),
    meta: {
      failure: {
        title: 'Sharing failed',
        fallback: 'Unable to generate share link. Please try again.',
      },
    },
  });
}
