import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AuthFrame } from '#app/accounts/auth/AuthFrame.tsx';
import { CallError } from '#app/frame/api/call.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link, useParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { User } from '#shared/accounts/account.ts';
import type { ClaimOffer } from '#shared/teams/claims.ts';
import { INVITE_DAYS } from '#shared/teams/limits.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ClaimNow } from './ClaimNow.tsx';
import { type ClaimParams, useClaimOffer, useClaimReader } from './claim.queries.ts';
import { NeverAgain } from './NeverAgain.tsx';
import { SignedOutClaim } from './SignedOutClaim.tsx';

/** Few people see it. */
const WrongAccount = lazy(async () => ({ default: (await import('./WrongAccount.tsx')).WrongAccount }));

/** Where the mail of an invite leads: nothing is done before somebody presses. */
export function ClaimPage() {
  const { id = '', token = '' } = useParams();
  const params = { id, token };
  const offer = useClaimOffer(params);
  const reader = useClaimReader(offer.data);
  const error = offer.error ?? reader.error;
  const isLoaded = offer.data && reader.data !== undefined;
  // Also what is no token at all.
  if (error instanceof CallError && [404, 422].includes(error.status)) return <Gone />;
  // Once it is loaded, what is typed outlasts a later failure.
  if (error && !isLoaded) {
    const retry = () => void Promise.all([offer.refetch(), reader.refetch()]);
    return (
      <Plain title="Your invite">
        <LoadFailed error={error} retry={retry} />
      </Plain>
    );
  }
  if (!isLoaded) {
    return (
      <div role="status" aria-label="Loading your invite">
        <Skeleton className="m-6 h-96" />
      </div>
    );
  }
  return <Offer offer={offer.data} reader={reader.data} params={params} />;
}

interface OfferProps {
  offer: ClaimOffer;
  reader: User | null;
  params: ClaimParams;
}

function Offer({ offer, reader, params }: OfferProps) {
  const { state, teamName, invitedBy, fullName, email } = offer;
  const [isRefused, setIsRefused] = useState(false);
  if (offer.isHeld) return <Held offer={offer} params={params} />;
  if (state !== 'open') return <Closed offer={offer} isSignedIn={reader !== null} />;
  if (isRefused) return <Refused email={email} isSignedIn={reader !== null} />;
  const step = offer.isYours ? (
    <ClaimNow offer={offer} params={params} />
  ) : reader ? (
    <WrongAccount offer={offer} reader={reader} params={params} />
  ) : (
    <SignedOutClaim offer={offer} params={params} />
  );
  return (
    <AuthFrame
      title="Your card is ready"
      text={`${invitedBy} prepared it for you at ${teamName}.`}
      name={fullName}
      email={email}
    >
      <title>{`Your card at ${teamName} · Goldleaf`}</title>
      {!(offer.isYours && offer.isHandedOver) && (
        <dl className="mt-8 divide-y divide-line border-y border-line">
          <Fact name="Card">{fullName}</Fact>
          <Fact name="Team">{teamName}</Fact>
          <Fact name="For">{email}</Fact>
        </dl>
      )}
      <div className="mt-6 space-y-6">
        <Suspense fallback={<Skeleton className="h-28" />}>{step}</Suspense>
        <NeverAgain email={email} params={params} onRefused={() => setIsRefused(true)} />
      </div>
    </AuthFrame>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4 py-2.5">
    <dt className="w-16 shrink-0 text-ink-2">{name}</dt>
    <dd className="min-w-0 flex-1 font-medium wrap-anywhere">{children}</dd>
  </div>
);

const Plain = ({ title, text = '', children }: { title: string; text?: string; children: ReactNode }) => (
  <AuthFrame title={title} text={text}>
    <title>{`${title} · Goldleaf`}</title>
    {children}
  </AuthFrame>
);

const Gone = () => (
  <Plain
    title="This invite doesn’t work anymore"
    text="It was revoked, or a newer one was sent. Look for the latest email, or ask whoever invited you."
  >
    <Home isSignedIn={false} />
  </Plain>
);

const Held = ({
  offer: { fullName, teamName },
  params: { id },
}: {
  offer: ClaimOffer;
  params: ClaimParams;
}) => (
  <Plain title="This card is yours" text={`You claimed the card of ${fullName} at ${teamName}.`}>
    <Link to={paths.team(id)} className={`${buttonClass()} mt-8 w-full`}>
      Open Your Card
    </Link>
  </Plain>
);

const Refused = ({ email, isSignedIn }: { email: string; isSignedIn: boolean }) => (
  <Plain title="This invite has ended">
    {/* Nothing that had the focus is left. */}
    <p ref={takeFocus} tabIndex={-1} role="status" className="mt-2 outline-none">
      Done. No team will email {email} again.
    </p>
    <Home isSignedIn={isSignedIn} />
  </Plain>
);

const takeFocus = (line: HTMLElement | null) => line?.focus();

function Closed({ offer, isSignedIn }: { offer: ClaimOffer; isSignedIn: boolean }) {
  const { title, text } = CLOSED[offer.state as keyof typeof CLOSED];
  return (
    <Plain title={title}>
      {/* The form that had the focus may have been replaced by it. */}
      <p ref={takeFocus} tabIndex={-1} className="mt-2 text-ink-2 outline-none">
        {text(offer, isSignedIn)}
      </p>
      <Home isSignedIn={isSignedIn} />
    </Plain>
  );
}

const CLOSED = {
  claimed: {
    title: 'This card has been claimed',
    text: ({ teamName }: ClaimOffer, isSignedIn: boolean) =>
      isSignedIn
        ? `The account you’re in doesn’t hold it. Someone else claimed it, or it was handed on since. Ask ${teamName} if that’s a surprise.`
        : `Sign in to the account that claimed it to open ${teamName}.`,
  },
  expired: {
    title: 'This invite has expired',
    text: ({ invitedBy, teamName }: ClaimOffer) =>
      `It was good for ${INVITE_DAYS} days. Ask ${invitedBy} at ${teamName} to send it again.`,
  },
  revoked: {
    title: 'This invite was revoked',
    text: ({ teamName }: ClaimOffer) => `Ask ${teamName} for a new one if that’s a surprise.`,
  },
  barred: {
    title: 'This card can’t be claimed right now',
    text: ({ problem }: ClaimOffer) => problem ?? '',
  },
} as const;

const Home = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Link
    to={isSignedIn ? paths.settings('teams') : paths.signIn}
    className={`${buttonClass('secondary')} mt-8 w-full`}
  >
    {isSignedIn ? 'Your Teams' : 'Sign In'}
  </Link>
);
