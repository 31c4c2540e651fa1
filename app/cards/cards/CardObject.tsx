import type { PublicCard } from '#shared/cards/cards.ts';
import { isShowable } from '#shared/contract/media-urls.ts';
import { pickInitials } from '#ui/initials.ts';

/** A card in miniature, in the design of its template. Like paper, it ignores the theme. */
export function CardObject({ card }: { card: PublicCard }) {
  const Face = FACES[card.template];
  return (
    <div className="@container relative aspect-[1.6] overflow-hidden rounded-card border border-line bg-[#fffdf8] text-[#1a1a1a]">
      <Face card={card} />
    </div>
  );
}

const FACES = { modern: ModernFace, classic: ClassicFace, minimal: MinimalFace };

const SECONDARY = 'text-[#57534e]';
const roleOf = (card: PublicCard) => [card.jobTitle, card.company].filter(Boolean).join(', ');

function Photo({ card, className }: { card: PublicCard; className: string }) {
  if (card.profileImage && isShowable(card.profileImage))
    return <img src={card.profileImage} alt="" className={`object-cover ${className}`} />;
  return (
    <span aria-hidden="true" className={`grid place-items-center bg-[#efe8d6] font-medium ${className}`}>
      {pickInitials(card.fullName)}
    </span>
  );
}

function ModernFace({ card }: { card: PublicCard }) {
  const band = `linear-gradient(120deg, ${card.primaryColor}, ${card.secondaryColor})`;
  return (
    <div className="flex h-full flex-col">
      <div className="h-2/5" style={{ background: band }} />
      <div className="flex min-h-0 flex-1 flex-col justify-between px-6 pb-5">
        <Photo
          card={card}
          className="-mt-7 aspect-square h-14 min-h-0 self-start rounded-full border-2 border-[#fffdf8] @md:-mt-10 @md:h-20 @md:text-xl"
        />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold @md:text-2xl">{card.fullName}</p>
          <p className={`truncate text-sm @md:text-base ${SECONDARY}`}>{roleOf(card)}</p>
        </div>
      </div>
    </div>
  );
}

function ClassicFace({ card }: { card: PublicCard }) {
  return (
    <div className="grid h-full place-items-center p-4">
      <div
        className="flex size-full min-w-0 flex-col items-center justify-center border-y-3 border-double px-4 text-center"
        style={{ borderColor: card.primaryColor }}
      >
        <Photo card={card} className="h-12 w-10 rounded-full font-display @md:h-16 @md:w-13" />
        <p className="mt-3 line-clamp-2 font-display text-lg leading-tight tracking-wide @md:text-2xl [font-variant-caps:small-caps]">
          {card.fullName}
        </p>
        <p className={`mt-1 line-clamp-2 font-display text-sm leading-snug @md:text-base ${SECONDARY}`}>
          {roleOf(card)}
        </p>
      </div>
    </div>
  );
}

function MinimalFace({ card }: { card: PublicCard }) {
  return (
    <div className="flex h-full flex-col justify-between p-6">
      <div className="flex items-start justify-between gap-4">
        <p className="line-clamp-3 min-w-0 text-2xl leading-[1.1] font-light @md:text-3xl tracking-tight wrap-anywhere">
          {card.fullName}
        </p>
        {card.profileImage && <Photo card={card} className="size-12 shrink-0 @md:size-16" />}
      </div>
      <div className="min-w-0">
        <span aria-hidden="true" className="block h-px w-12" style={{ background: card.primaryColor }} />
        <p className={`mt-3 truncate text-sm @md:text-base ${SECONDARY}`}>{roleOf(card)}</p>
      </div>
    </div>
  );
}
