import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ClaimOffer } from '#shared/teams/claims.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { type ClaimParams, useClaim } from './claim.queries.ts';

/** For the account that was invited: one press, and what it means. */
export function ClaimNow({ offer: { teamName }, params }: { offer: ClaimOffer; params: ClaimParams }) {
  const claim = useClaim(params);
  const navigate = useNavigate();
  const press = () =>
    claim.mutate(
      {},
      {
        onSuccess({ teamId }) {
          toast({ title: 'It’s yours', description: `You’re in ${teamName} now.` });
          navigate(paths.team(teamId), { replace: true });
        },
      },
    );
  return (
    <div className="space-y-3">
      <Button className="w-full" isPending={claim.isPending} pendingLabel="Claiming..." onClick={press}>
        Claim This Card
      </Button>
      <p className="text-sm text-ink-2">
        You join {teamName}, which pays for this card. Its team admins see this card, its visitors, and the
        people you meet through it. Your own cards and contacts stay yours alone.
      </p>
    </div>
  );
}
