import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#app/frame/api/call.ts';
import { toast } from '#ui/Toast.tsx';
import { refreshCards } from './successions.queries.ts';

/** How far an invite has come, as its badge says it. */
export const INVITE_BADGES = {
  prepared: { label: 'Prepared', tone: 'neutral' },
  sent: { label: 'Invite sent', tone: 'neutral' },
  opened: { label: 'Invite opened', tone: 'info' },
  claimed: { label: 'Claimed', tone: 'good' },
  expired: { label: 'Expired', tone: 'danger' },
} as const;

/** Sends an invite again, with a new link. */
export function useResendInvite(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      call('POST /api/teams/{id}/invites/{inviteId}/resend', { params: { id, inviteId } }),
    meta: { failure: { fallback: 'We couldn’t send the invite. Please try again.' } },
    onSuccess: ({ problem, email }) =>
      problem
        ? toast({ title: 'Invite not sent', description: problem, isError: true })
        : toast({ title: 'Invite sent', description: `A new link is on its way to ${email}.` }),
    onSettled: () => void refreshCards(client, id),
  });
}
