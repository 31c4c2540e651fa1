import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ClaimBody, ClaimOffer } from '#shared/teams/claims.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { ClaimDetails } from './ClaimDetails.tsx';
import { type ClaimParams, useClaim } from './claim.queries.ts';

/** For the account that was invited: one press, after their own details if the card was somebody else's, and what it means. */
export function ClaimNow({ offer, params }: { offer: ClaimOffer; params: ClaimParams }) {
  const { teamName, fullName, email, isHandedOver } = offer;
  const claim = useClaim(params);
  const navigate = useNavigate();
  const send = (body: ClaimBody) =>
    claim.mutate(body, {
      onSuccess({ teamId }) {
        toast({ title: 'It’s yours', description: `You’re in ${teamName} now.` });
        navigate(paths.team(teamId), { replace: true });
      },
    });
  return (
    <div className="space-y-3">
      {isHandedOver ? (
        <>
          <p className="pb-2">
            This card belonged to someone else. Add your details; you can change them anytime.
          </p>
          <ClaimDetails
            fullName={fullName}
            email={email}
            isPending={claim.isPending}
            error={claim.error}
            onClaim={(details) => send({ details })}
          />
        </>
      ) : (
        <Button
          className="w-full"
          isPending={claim.isPending}
          pendingLabel="Claiming..."
          onClick={() => send({})}
        >
          Claim This Card
        </Button>
      )}
      <p className="text-sm text-ink-2">
        You join {teamName}, which pays for this card. Its team admins see this card, its visitors, and the
        people you meet through it. Your own cards and contacts stay yours alone.
        {isHandedOver && ' You also get the contacts this card has made.'}
      </p>
    </div>
  );
}
