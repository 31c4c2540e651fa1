import { Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { CallError, LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { BackLink } from '#app/BackLink.tsx';
import { useCard } from '#app/cards/cards.queries.ts';
import { paths } from '#app/paths.ts';
import { PageNotFound, RouteError } from '#app/RouteError.tsx';
import type { SeenCard } from '#shared/cards.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { SHARING_PARTS } from './parts.ts';

/** Every way to share one card, for its owner. */
export function SharingPage() {
  const { id = '' } = useParams();
  const { data: card, error, refetch } = useCard(id);
  const isMissing = error instanceof CallError && error.status === 404;
  // Only the owner is told how often a card was viewed.
  const isForeign = card !== undefined && card.viewCount === undefined;
  if (isMissing || isForeign) return <PageNotFound />;
  return (
    <>
      <title>Share · Goldleaf</title>
      <BackLink />
      <h1 className="pt-2 pb-8 font-display text-2xl font-light sm:text-3xl">
        {card ? `Share “${card.name}”` : 'Share'}
      </h1>
      {card ? (
        <Parts card={card} />
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}

function Parts({ card }: { card: SeenCard }) {
  const [search] = useSearchParams();
  const asked = SHARING_PARTS.find(({ name }) => name === search.get('part'));
  const open = asked ?? SHARING_PARTS[0];
  return (
    <div className="grid gap-8 md:grid-cols-[12rem_minmax(0,1fr)] md:gap-12">
      <nav aria-label="Ways to share">
        <ul className="-mx-1.5 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none] md:flex-col md:border-0">
          {SHARING_PARTS.map(({ name, label }) => (
            <li key={name}>
              <Link
                to={paths.shareCard(card.id, name)}
                replace
                preventScrollReset
                aria-current={name === open?.name ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-control px-3 whitespace-nowrap text-ink-2 aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RouteError key={open?.name}>
        <Suspense fallback={<Skeleton className="h-96" />}>{open && <open.Part card={card} />}</Suspense>
      </RouteError>
    </div>
  );
}
