import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { CardFace } from '#site/card/CardFace.tsx';
import { cardCss } from '#site/card/card-css.ts';
import { PreviewActions } from '#site/card/PreviewActions.tsx';
import { useCardForm } from './card-form.ts';
import { previewOf, smallPreviewOf } from './preview.ts';

/** The card as it is being made, by the very face of the public page; `isSmall` is the panel beside the form. */
export function CardPreview({ isSmall = false }: { isSmall?: boolean }) {
  const { control } = useCardForm();
  const form = useDeferredValue(useWatch({ control, compute: (values) => values }));
  const card = useMemo(() => (isSmall ? smallPreviewOf(previewOf(form)) : previewOf(form)), [form, isSmall]);
  return (
    // Nothing in it is to be pressed. A background that is fixed to the page stays inside this box.
    <div inert className="overflow-hidden rounded-card border border-line contain-paint">
      <style>{cardCss(card)}</style>
      <CardFace card={card} isPreview={isSmall} actions={<PreviewActions />} />
    </div>
  );
}
