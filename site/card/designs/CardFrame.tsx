import type { ReactNode } from 'react';
import { CardBackground, hasBackground } from '#site/card/background/CardBackground.tsx';
import { detectDirection } from '#site/card/direction.ts';
import type { HeadProps } from '#site/card/face.ts';
import { paletteClass } from '#site/card/palette.ts';
import { ClassicHead } from './ClassicHead.tsx';
import { MinimalHead } from './MinimalHead.tsx';
import { ModernHead } from './ModernHead.tsx';

export interface CardFrameProps extends Omit<HeadProps, 'plane'> {
  /** Further classes, which its styles know. */
  kinds: (string | false)[];
  /** All that follows the head. */
  children?: ReactNode;
}

const HEADS = { modern: ModernHead, classic: ClassicHead, minimal: MinimalHead };

/** A card's background, sheet and head: all of it that a small picture shows, and what `CardFace` completes. */
export function CardFrame({ kinds, children, ...head }: CardFrameProps) {
  const { card, shows, isPreview, across } = head;
  const Head = HEADS[card.template];
  const background = <CardBackground card={card} shows={shows} across={across} />;
  // The modern card has its background where the plane of color would be, unless a photo is there.
  const isInPlane = card.template === 'modern' && !shows(card.coverImage);
  const names = [
    'gl-card',
    card.template,
    paletteClass(card),
    isPreview && 'is-preview',
    hasBackground({ card, shows }) && 'has-stage',
    ...kinds,
  ];
  return (
    <div className={names.filter(Boolean).join(' ')} dir={detectDirection(card)}>
      {!isInPlane && background}
      <article className="sheet">
        <div className="layout">
          <div className="front">
            <Head {...head} plane={isInPlane && background} />
          </div>
          {children}
        </div>
      </article>
    </div>
  );
}
