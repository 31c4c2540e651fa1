import { Pause } from 'lucide-react';
import { type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CardFace } from '#site/card/CardFace.tsx';
import { cardCss } from '#site/card/card-css.ts';
import { PreviewActions } from '#site/card/PreviewActions.tsx';
import { Button } from '#ui/Button.tsx';
import { useStyles } from '#ui/styles.ts';
import { type CardForm, useCardForm } from '../card-form.ts';
import { toPreviewCard, toSmallPreview } from './preview.ts';

const SMALL = 'border border-line [&_.gl-card]:flow-root';
/** The card as on its own page: on a table, or in front of its background. */
const FULL =
  'sm:has-[.has-stage]:px-6 sm:has-[.has-stage]:py-12 [&_.gl-card]:mx-auto [&_.gl-card]:max-w-[460px] [&_.gl-card:not(.sparse)]:max-w-[1080px] [&_.sheet]:overflow-clip [&_.sheet]:rounded-card [&_.sheet]:border [&_.sheet]:border-line [&_.classic_.sheet]:rounded-[3px]';
const STILL = '[&_.sky_i]:[animation-play-state:paused]!';

const asIs = (form: CardForm) => form;

function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}

interface CardPreviewProps {
  /** The panel beside the form. */
  isSmall?: boolean;
  /** The values that are shown in place of those in the form. */
  alter?: (form: CardForm) => CardForm;
}

/** The card as it is being edited, drawn with the face of the public page. */
export function CardPreview({ isSmall = false, alter = asIs }: CardPreviewProps) {
  const { control } = useCardForm();
  const form = alter(useDeferredValue(useWatch({ control, compute: (values) => values })));
  const card = useMemo(
    () => (isSmall ? toSmallPreview(toPreviewCard(form)) : toPreviewCard(form)),
    [form, isSmall],
  );
  useStyles(cardCss(card));
  const box = useRef<HTMLDivElement>(null);
  const [isStill, setIsStill] = useState(false);
  useEffect(() => {
    const video = card.backgroundVideo && box.current?.querySelector<HTMLVideoElement>('.stage video');
    if (!video) return;
    if (isStill) video.pause();
    // A browser may refuse to autoplay, or not know the format: then the card is shown without motion.
    else video.play().catch(() => {});
  }, [isStill, card.backgroundVideo]);
  return (
    <>
      {/* Keeps a background that is fixed to its page inside this box. */}
      <div
        inert={isSmall}
        ref={box}
        onClickCapture={stayHere}
        className={`overflow-hidden rounded-card contain-paint ${isSmall ? SMALL : FULL} ${isStill ? STILL : ''}`}
      >
        <CardFace card={card} isPreview={isSmall} actions={<PreviewActions />} />
      </div>
      {card.backgroundVideo && (
        <p className="flex justify-center pt-2 motion-reduce:hidden">
          <Button
            variant="quiet"
            size="small"
            aria-pressed={isStill}
            className="aria-pressed:bg-line/60"
            onClick={() => setIsStill(!isStill)}
          >
            <Pause size={16} />
            Pause background
          </Button>
        </p>
      )}
    </>
  );
}
