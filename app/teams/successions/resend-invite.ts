import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { call } from '#app/frame/api/call.ts';
import { toast } from '#ui/Toast.tsx';
import { refreshCards } from './successions.queries.ts';

const INVITE_BADGES = {
  prepared: { label: 'Prepared', tone: 'neutral' },
  sent: { label: 'Invite sent', tone: 'neutral' },
  opened: { label: 'Invite opened', tone: 'info' },
  claimed: { label: 'Claimed', tone: 'good' },
  expired: { label: 'Expired', tone: 'danger' },
} as const;

const useSendsMail = () => useAccount().data?.sendsMail !== false;

/** How far an invite has come, as its badge says it: without a mail server, none is sent. */
export function useInviteBadges() {
  const sent = useSendsMail() ? INVITE_BADGES.sent : ({ label: 'In the outbox', tone: 'neutral' } as const);
  return { ...INVITE_BADGES, sent };
}

/** Sends an invite again, with a new link. */
export function useResendInvite(id: string) {
  const client = useQueryClient();
  const sendsMail = useSendsMail();
  return useMutation({
    mutationFn: (inviteId: string) =>
      call('POST /api/teams/{id}/invites/{inviteId}/resend', { params: { id, inviteId } }),
    meta: { failure: { fallback: 'We couldn’t send the invite. Please try again.' } },
    onSuccess: ({ problem, email }) =>
      problem
        ? toast({ title: 'Invite not sent', description: problem, isError: true })
        : sendsMail
          ? toast({ title: 'Invite sent', description: `A new link is on its way to ${email}.` })
          : toast({ title: 'Invite renewed', description: `A new link for ${email} is in the outbox.` }),
    onSettled: () => void refreshCards(client, id),
  });
}
