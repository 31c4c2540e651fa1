import { Share2, X } from 'lucide-react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { CardInvitation } from './CardInvitation.tsx';
import { MyCards } from './MyCards.tsx';
import type { TileActions } from './MyCardsTile.tsx';

/** The screen of the user's cards; the dashboard has them in a tab. */
export function CardsPage() {
  return (
    <>
      <title>My Cards · Goldleaf</title>
      <MyCards Heading="h1" aside={<Close />} empty={<NoCards />} Actions={Share} />
    </>
  );
}

function Close() {
  return (
    <a
      href={paths.home}
      aria-label="Close"
      title="Close"
      className={`${buttonClass('quiet')} -mr-3 w-11 px-0!`}
    >
      <X size={20} />
    </a>
  );
}

function NoCards() {
  return (
    <CardInvitation
      title="No cards yet"
      text="Create your first digital business card to get started."
      action={
        <Link to={paths.createCard} className={buttonClass()}>
          Create Your First Card
        </Link>
      }
    />
  );
}

function Share({ onPrepareShare, onShare }: TileActions) {
  return (
    <Button
      variant="quiet"
      size="small"
      onPointerEnter={onPrepareShare}
      onFocus={onPrepareShare}
      onClick={onShare}
    >
      <Share2 size={18} />
      Share
    </Button>
  );
}
