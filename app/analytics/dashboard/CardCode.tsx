import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';

/** A card's code on white in any theme; a press holds it up. */
export function CardCode({ card, className = '' }: { card: Card; className?: string }) {
  return (
    <Link
      to={paths.codeOf(card.id)}
      className={`block overflow-hidden border border-line bg-white transition-colors hover:border-control ${className}`}
    >
      <img src={card.qrCode} alt={`QR code of ${card.name}`} className="aspect-square w-full" />
    </Link>
  );
}
