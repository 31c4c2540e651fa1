import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { claimPath } from '#shared/teams/claim-path.ts';
import type { ClaimOffer } from '#shared/teams/claims.ts';
import { buttonClass } from '#ui/Button.tsx';
import type { ClaimParams } from './claim.queries.ts';

/** For somebody who is not signed in: the two ways to an account with the invited address. */
export function SignedOutClaim({ offer: { email }, params }: { offer: ClaimOffer; params: ClaimParams }) {
  const next = encodeURIComponent(claimPath(params.id, params.token));
  return (
    <div className="space-y-3">
      <Link to={`${paths.register}?next=${next}`} className={`${buttonClass()} w-full`}>
        Create an Account
      </Link>
      <Link to={`${paths.signIn}?next=${next}`} className={`${buttonClass('secondary')} w-full`}>
        Sign In
      </Link>
      <p className="text-sm text-ink-2">
        Use the address that we wrote to:{' '}
        <span className="inline-block max-w-full wrap-anywhere">{email}</span>.
      </p>
    </div>
  );
}
