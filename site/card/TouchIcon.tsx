import type { PublicCard } from '#shared/cards.ts';
import { initials } from './head-parts.tsx';
import { PREVIEW_FONTS } from './PreviewImage.tsx';
import { paletteOf } from './palette.ts';

/** The icon's side in pixels, as phones request it. They round the corners themselves. */
export const TOUCH_ICON_SIDE = 180;

/** The owner's initials in the card's colors, for a home screen. */
export function TouchIcon({ card }: { card: PublicCard }) {
  const { fixed } = paletteOf(card);
  const { family, weight } = PREVIEW_FONTS[card.template];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={TOUCH_ICON_SIDE}
      height={TOUCH_ICON_SIDE}
      viewBox="0 0 180 180"
    >
      <title>{card.fullName}</title>
      <defs>
        <linearGradient id="blend" x2="1" y2="1">
          <stop stopColor={fixed.from} />
          <stop offset="1" stopColor={fixed.to} />
        </linearGradient>
      </defs>
      <rect width="180" height="180" fill="url(#blend)" />
      <text
        x="90"
        y="116"
        fontFamily={family}
        fontWeight={weight}
        fontSize="74"
        textAnchor="middle"
        fill={fixed['on-blend']}
      >
        {initials(card.fullName)}
      </text>
    </svg>
  );
}
