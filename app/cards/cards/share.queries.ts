import { useMutation } from '@tanstack/react-query';
import { callWhileLeaving } from '#app/frame/api/call.ts';
import type { SharePlatform } from '#shared/sharing/share-links.ts';
import { toast } from '#ui/Toast.tsx';

/**
 * Reports to the server that a card is shared on a network. The network's page needs no response: its link is known.
 */
export function useReportShare() {
  return useMutation({
    mutationFn: (params: { id: string; platform: SharePlatform }) =>
      callWhileLeaving('POST /api/cards/{id}/share/{platform}', { params }),
    meta: {
      failure: {
        title: 'Sharing failed',
        fallback: 'Unable to generate share link. Please try again.',
      },
    },
    onSuccess: () => toast({ title: 'Ready to share!' }),
  });
}
