import { ExternalLink, Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { CallError, LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { BackLink } from '#app/BackLink.tsx';
import { CardObject } from '#app/cards/CardObject.tsx';
import { useCard } from '#app/cards/cards.queries.ts';
import { paths } from '#app/paths.ts';
import { RouteError } from '#app/RouteError.tsx';
import type { SeenCard } from '#shared/cards.ts';
import { PRODUCT } from '#shared/constants.ts';
import { formatRole } from '#shared/role.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { HiddenNotice } from './HiddenNotice.tsx';
import { PartList } from './PartList.tsx';
import { SHARING_PARTS } from './parts.ts';

/** Few people see it. */
const CardNotFound = lazy(async () => ({
  default: (await import('#app/cards/editor/Blocked.tsx')).CardNotFound,
}));

/** Every way to share one card, for its owner. */
export function SharingPage() {
  const { id = '' } = useParams();
  const { data: card, error, refetch } = useCard(id);
  const isMissing = error instanceof CallError && error.status === 404;
  // Only the owner is told how often a card was viewed.
  const isForeign = card !== undefined && card.viewCount === undefined;
  if (isMissing || isForeign) return <CardNotFound />;
  return (
    <>
      <BackLink />
      {card ? (
        <Sharing card={card} />
      ) : (
        <>
          <title>{`Share · ${PRODUCT}`}</title>
          {error ? (
            <>
              <h1 className="font-display text-2xl font-light sm:text-3xl">Share</h1>
              <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
            </>
          ) : (
            <LoadingSharing />
          )}
        </>
      )}
    </>
  );
}

const COLUMNS = 'grid gap-8 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-12 lg:gap-20';

function Sharing({ card }: { card: SeenCard }) {
  const [search] = useSearchParams();
  const asked = SHARING_PARTS.find(({ name }) => name === search.get('part'));
  const open = asked ?? SHARING_PARTS[0];
  return (
    <>
      <title>{`${open ? `${open.label} · ` : ''}Share “${card.name}” · ${PRODUCT}`}</title>
      <Header card={card} />
      <HiddenNotice card={card} />
      <div className={COLUMNS}>
        <PartList card={card} open={open?.name} />
        <RouteError key={open?.name}>
          <Suspense fallback={<LoadingPart />}>{open && <open.Part card={card} />}</Suspense>
        </RouteError>
      </div>
    </>
  );
}

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

function Header({ card }: { card: SeenCard }) {
  const who = [card.fullName, formatRole(card)].filter(Boolean).join(', ');
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4 pb-8 md:pb-12">
      <SmallCard card={card} />
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="line-clamp-2 font-display text-2xl font-light wrap-anywhere sm:text-3xl">
          {`Share “${card.name}”`}
        </h1>
        <p className="mt-1 line-clamp-2 text-ink-2 wrap-anywhere">{who}</p>
      </div>
      <div className="-ml-3 flex basis-full sm:ml-0 sm:basis-auto">
        <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
          <ExternalLink {...icon} />
          View
        </a>
        <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
          <Pencil {...icon} />
          Edit
        </Link>
      </div>
    </header>
  );
}

/** The card as it stands on the dashboard, at two fifths of its size; the words beside it say the same. */
function SmallCard({ card }: { card: SeenCard }) {
  return (
    <div aria-hidden="true" className="h-22 w-35.2 shrink-0">
      <div className="w-88 origin-top-left scale-40">
        <CardObject card={card} />
      </div>
    </div>
  );
}

function LoadingSharing() {
  return (
    <div role="status">
      <span className="sr-only">Loading this card</span>
      <div className="flex items-center gap-6 pb-8 md:pb-12">
        <Skeleton className="h-22 w-35.2 shrink-0" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-10 max-w-80" />
          <Skeleton className="h-5 max-w-52" />
        </div>
      </div>
      <div className={COLUMNS}>
        <Skeleton className="h-11 md:h-72" />
        <LoadingPart />
      </div>
    </div>
  );
}

function LoadingPart() {
  return (
    <div aria-hidden="true" className="grid content-start gap-3">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-5 max-w-96" />
      <Skeleton className="mt-3 h-72 rounded-surface!" />
    </div>
  );
}
