import { ExternalLink, Pencil } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useCard } from '#app/cards/cards/cards.queries.ts';
import { FacePicture } from '#app/cards/face/FacePicture.tsx';
import { CallError } from '#app/frame/api/call.ts';
import { BackLink } from '#app/frame/BackLink.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link, useParams, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import type { SeenCard } from '#shared/cards/cards.ts';
import { formatRole } from '#shared/cards/role.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useIsWide } from '#ui/use-media.ts';
import { HiddenNotice } from './HiddenNotice.tsx';
import { PartList } from './PartList.tsx';
import { SHARING_PARTS } from './parts.ts';
import { useIsCounted } from './use-is-counted.ts';

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
      {card ? (
        <Sharing card={card} />
      ) : (
        <>
          <title>{`Share · ${PRODUCT}`}</title>
          {error ? (
            <>
              <BackLink />
              <h1 className="font-display text-2xl sm:text-3xl">Share</h1>
              <LoadFailed error={error} retry={refetch} />
            </>
          ) : (
            <LoadingSharing />
          )}
        </>
      )}
    </>
  );
}

/** On a desktop, the small card and the list stand in one column, the title and the open part in the other. */
const COLUMNS = 'grid grid-cols-1 gap-8 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-12 lg:gap-16';
const HEADER = `grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 pb-6 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-x-12 md:pb-10 lg:gap-x-16`;

/** The part that is open. A phone shows either the list or, alone, one part. */
function useOpenPart() {
  const [search] = useSearchParams();
  const asked = SHARING_PARTS.find(({ name }) => name === search.get('part'));
  const isWide = useIsWide();
  return { open: asked ?? (isWide ? SHARING_PARTS[0] : undefined), isAlone: !isWide && asked !== undefined };
}

function Sharing({ card }: { card: SeenCard }) {
  const { open, isAlone } = useOpenPart();
  const isCounted = useIsCounted(card);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isAlone);
  useEffect(() => {
    if (shown.current !== isAlone) heading.current?.focus({ preventScroll: true });
    shown.current = isAlone;
  }, [isAlone]);
  return (
    <>
      <title>{`${open ? `${open.label} · ` : ''}Share “${card.name}” · ${PRODUCT}`}</title>
      {isAlone ? (
        <>
          <BackLink to={paths.shareCard(card.id)} label="All sharing options" />
          <h1 ref={heading} tabIndex={-1} className="sr-only">{`Share “${card.name}”`}</h1>
        </>
      ) : (
        <>
          <BackLink />
          <Header card={card} heading={heading} />
        </>
      )}
      <HiddenNotice card={card} />
      <div className={COLUMNS}>
        {!isAlone && <PartList card={card} open={open?.name} />}
        {open && (
          <RouteError key={open.name}>
            <Suspense fallback={<LoadingPart />}>
              <open.Part card={card} isCounted={isCounted} />
            </Suspense>
          </RouteError>
        )}
      </div>
    </>
  );
}

function Header({ card, heading }: { card: SeenCard; heading: RefObject<HTMLHeadingElement | null> }) {
  const who = [card.fullName, formatRole(card)].filter(Boolean).join(', ');
  return (
    <header className={HEADER}>
      <FacePicture
        card={card}
        className={`mt-1.5 rounded-control md:mt-0 md:rounded-surface ${SMALL_CARD}`}
      />
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-6">
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className="line-clamp-2 font-display text-2xl wrap-anywhere outline-none sm:text-3xl"
          >
            {`Share “${card.name}”`}
          </h1>
          <p className="mt-1 line-clamp-2 text-ink-2 wrap-anywhere">{who}</p>
        </div>
        <div className="-ml-3 flex flex-wrap md:-mb-2 md:ml-0">
          <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
            <ExternalLink size={18} />
            View
          </a>
          <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
            <Pencil size={18} />
            Edit
          </Link>
        </div>
      </div>
    </header>
  );
}

/** The words beside it say the same. */
const SMALL_CARD = 'self-start [--scale:0.226] md:self-auto md:[--scale:0.45]';

function LoadingSharing() {
  const { open, isAlone } = useOpenPart();
  return (
    <div role="status">
      <span className="sr-only">Loading this card</span>
      <BackLink />
      {!isAlone && (
        <div className={HEADER}>
          <Skeleton className={`h-[calc(244px*var(--scale))] w-[calc(390px*var(--scale))] ${SMALL_CARD}`} />
          <div className="grid gap-3">
            <Skeleton className="h-10 max-w-80" />
            <Skeleton className="h-5 max-w-52" />
          </div>
        </div>
      )}
      <div className={COLUMNS}>
        {!isAlone && <Skeleton className="h-96" />}
        {open && <LoadingPart />}
      </div>
    </div>
  );
}

function LoadingPart() {
  return (
    <div aria-hidden="true" className="grid content-start gap-3">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-5 max-w-96" />
      <Skeleton className="mt-3 h-96 rounded-surface!" />
    </div>
  );
}
