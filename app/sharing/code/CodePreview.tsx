import { svgUrl } from '#app/cards/cards/qr-png.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { QR_CONTACT_MIN } from '#shared/contract/constants.ts';
import { DARK_GROUND, drawQr, layOutQr, type QrSheet, type QrStyle } from '#site/qr/qr-art.ts';
import type { Look } from './qr.queries.ts';

interface CodePreviewProps {
  card: SeenCard;
  text: string;
  style: QrStyle;
  look: Look;
  /** For the middle. */
  picture: string | null;
}

/** The code as it will be saved, large enough to be scanned from the screen, with the name beneath. */
export function CodePreview({ card, text, style, look, picture }: CodePreviewProps) {
  const isDark = look.ground === 'dark';
  const paint = {
    use: look.contains,
    isDark,
    ...(look.middle ? { middle: 'empty' as const } : {}),
  };
  const { svg } = drawQr(text, style, paint);
  const middle = look.middle && picture ? layOutQr(text, style, paint) : null;
  return (
    <figure
      className={`w-full max-w-80 max-[410px]:-mx-8 max-[410px]:w-[calc(100%+4rem)] overflow-hidden rounded-surface border border-line ${isDark ? 'text-[#f5f5f5]' : 'bg-white text-[#1a1a1a]'}`}
      style={isDark ? { background: DARK_GROUND } : {}}
    >
      <div className="relative">
        <img
          key={`${look.style} ${look.contains} ${look.ground} ${look.middle}`}
          src={svgUrl(svg)}
          alt={`QR code of ${card.name}`}
          width={QR_CONTACT_MIN}
          height={QR_CONTACT_MIN}
          className="aspect-square h-auto w-[22rem] max-w-full"
        />
        {middle?.picture && picture && (
          <img
            src={picture}
            alt=""
            className={`absolute bg-white ${look.middle === 'logo' ? 'object-contain' : 'object-cover'}`}
            style={computePlace(middle, middle.picture)}
          />
        )}
      </div>
      <figcaption className="px-4 pb-4 text-center font-medium wrap-anywhere">{card.fullName}</figcaption>
    </figure>
  );
}

/** In shares of the whole, so that it stays in the middle at any size. */
function computePlace({ width }: QrSheet, { x, y, side, radius }: NonNullable<QrSheet['picture']>) {
  const share = (length: number) => `${(length / width) * 100}%`;
  return {
    left: share(x),
    top: share(y),
    width: share(side),
    height: share(side),
    borderRadius: `${(radius / side) * 100}%`,
  };
}
