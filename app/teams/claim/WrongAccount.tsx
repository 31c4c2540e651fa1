import { useMutation } from '@tanstack/react-query';
import { useConfirmAddress } from '#app/accounts/auth/address.queries.ts';
import { leaveSession } from '#app/accounts/auth/sign-out.ts';
import { paths } from '#app/frame/paths.ts';
import type { User } from '#shared/accounts/account.ts';
import { claimPath } from '#shared/teams/claim-path.ts';
import type { ClaimOffer } from '#shared/teams/claims.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { type ClaimParams, useAskForInvite } from './claim.queries.ts';

interface WrongAccountProps {
  offer: ClaimOffer;
  reader: User;
  params: ClaimParams;
}

/** For somebody whose account may not claim the card: why, and the ways to one that may. */
export function WrongAccount({ offer, reader, params }: WrongAccountProps) {
  const ask = useAskForInvite(params);
  // Only whoever has the invited address is told it in full.
  const isRight = reader.email.toLowerCase() === offer.email.toLowerCase();
  return (
    <div className="space-y-3">
      <p role="status" className="rounded-control border border-gold/60 bg-surface p-4 wrap-anywhere">
        <strong className="block font-medium">You’re signed in as {reader.email || reader.username}</strong>
        {offer.problem}
      </p>
      {isRight && <ConfirmOwn email={reader.email} />}
      <SwitchAccount params={params} isFirst={!isRight} />
      {!isRight && !reader.isEmailConfirmed && reader.email && (
        <ConfirmOwn email={reader.email} variant="secondary" />
      )}
      {reader.isEmailConfirmed &&
        (ask.isSuccess ? (
          <p role="status" className="text-center text-ink-2">
            We’ve asked {offer.teamName} to invite {reader.email}.
          </p>
        ) : (
          <Button
            variant="secondary"
            className="w-full"
            isPending={ask.isPending}
            pendingLabel="Asking..."
            onClick={() => ask.mutate()}
          >
            Ask for an Invite to This Address
          </Button>
        ))}
    </div>
  );
}

function ConfirmOwn({ email, variant = 'primary' }: { email: string; variant?: 'primary' | 'secondary' }) {
  const send = useConfirmAddress();
  const tell = () => toast({ title: 'Check your email', description: `We’ve sent a link to ${email}.` });
  return (
    <Button
      variant={variant}
      className="w-full"
      isPending={send.isPending}
      pendingLabel="Sending..."
      onClick={() => send.mutate(undefined, { onSuccess: tell })}
    >
      Resend Confirmation Link
    </Button>
  );
}

/** Ends this session, and comes back here after the next sign-in. */
function SwitchAccount({ params, isFirst }: Pick<WrongAccountProps, 'params'> & { isFirst: boolean }) {
  const leave = useMutation({
    mutationFn: leaveSession,
    meta: { failure: { fallback: 'We couldn’t sign you out. Please try again.' } },
    onSuccess(isOut) {
      if (isOut)
        window.location.assign(
          `${paths.signIn}?next=${encodeURIComponent(claimPath(params.id, params.token))}`,
        );
    },
  });
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      className="w-full"
      isPending={leave.isPending}
      pendingLabel="Signing out..."
      onClick={() => leave.mutate()}
    >
      Use Another Account
    </Button>
  );
}
