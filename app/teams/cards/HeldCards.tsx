import { Pencil, QrCode, Share2, SquareArrowOutUpRight } from 'lucide-react';
import { CardMat } from '#app/cards/cards/CardMat.tsx';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { useHeldCards } from './invites.queries.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The cards of the team that the reader holds, each with its code and the ways to use it. */
export function HeldCards() {
  const pages = useHeldCards();
  const { rows, error } = pages;
  if (!rows && error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={pages.refetch} />;
  if (!rows) return <Skeleton className="h-80 rounded-card!" />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No card yet"
        text="You’re in this team, and hold none of its cards. A team admin can prepare one for you."
      />
    );
  }
  return (
    <section aria-labelledby="held">
      <h2 id="held" className="sr-only">
        Cards you hold
      </h2>
      <ul className="grid gap-x-6 gap-y-10 md:grid-cols-2">
        {rows.map((card) => (
          <li key={card.id}>
            <HeldCard card={card} />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} label="Show More Cards" />
    </section>
  );
}

const HeldCard = ({ card }: { card: Card }) => (
  <article aria-label={card.name} className="min-w-0">
    <CardMat card={card} isWide={false} />
    <div className="-ml-3 flex flex-wrap pt-2">
      <a href={paths.publicCard(card.id)} className={buttonClass('quiet', 'small')}>
        <SquareArrowOutUpRight {...ICON} />
        View
      </a>
      <Link to={paths.editCard(card.id)} className={buttonClass('quiet', 'small')}>
        <Pencil {...ICON} />
        Edit
      </Link>
      <Link to={paths.codeOf(card.id)} className={buttonClass('quiet', 'small')}>
        <QrCode {...ICON} />
        Show Code
      </Link>
      <Link to={paths.shareCard(card.id)} className={buttonClass('quiet', 'small')}>
        <Share2 {...ICON} />
        Share
      </Link>
    </div>
  </article>
);
