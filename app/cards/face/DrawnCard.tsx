import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isShowable } from '#shared/contract/media-urls.ts';
import { CardFrame } from '#site/card/designs/CardFrame.tsx';
import type { FaceFields, Shows } from '#site/card/face.ts';
import { paletteClass, paletteCss } from '#site/card/palette.ts';
import { useStyles } from '#ui/styles.ts';
import { pictureCss, still } from './picture-css.ts';

interface Place {
  root: ShadowRoot;
  /** Of the picture on the screen, in pixels. */
  width: number;
}

const shows: Shows = (src): src is string => src !== null && isShowable(src);

/**
 * The card at 390 × 244 px. Its styles are in a shadow root, where those of the editor's preview and of other templates
 * do not reach; its colors come from the document, which knows the theme.
 */
export function DrawnCard({ card }: { card: FaceFields }) {
  useStyles(paletteCss(card));
  const host = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    setPlace({ root, width: Math.ceil(host.current.getBoundingClientRect().width) });
  }, []);
  return (
    <div
      ref={host}
      className={`absolute -top-px -left-px h-[244px] w-[390px] origin-top-left [transform:scale(var(--scale))] ${paletteClass(card)}`}
    >
      {place && createPortal(<Face card={card} {...place} />, place.root)}
    </div>
  );
}

function Face({ card, root, width }: Place & { card: FaceFields }) {
  useStyles(pictureCss(card), root);
  return (
    <CardFrame
      card={still(card)}
      kinds={['is-picture']}
      actions={null}
      code={null}
      isPreview
      shows={shows}
      across={`${width}px`}
    />
  );
}
