import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { CardFace } from '#site/card/CardFace.tsx';
import { cardCss } from '#site/card/card-css.ts';
import { PreviewActions } from '#site/card/PreviewActions.tsx';
import { useCardForm } from './card-form.ts';
import { previewOf, smallPreviewOf } from './preview.ts';

const SMALL = 'border border-line';
/** As it stands on its own page: on a table, or before its background. */
const FULL =
  'sm:has-[.has-stage]:px-6 sm:has-[.has-stage]:py-12 [&_.gl-card]:mx-auto [&_.gl-card]:max-w-[460px] [&_.gl-card.has-story]:max-w-[1040px] [&_.sheet]:overflow-clip [&_.sheet]:rounded-card [&_.sheet]:border [&_.sheet]:border-line';

/** The card as it is being made, by the very face of the public page; `isSmall` is the panel beside the form. */
export function CardPreview({ isSmall = false }: { isSmall?: boolean }) {
  const { control } = useCardForm();
  const form = useDeferredValue(useWatch({ control, compute: (values) => values }));
  const card = useMemo(() => (isSmall ? smallPreviewOf(previewOf(form)) : previewOf(form)), [form, isSmall]);
  return (
    // Nothing in it is to be pressed. A background that is fixed to its page stays inside this box.
    <div inert className={`overflow-hidden rounded-card contain-paint ${isSmall ? SMALL : FULL}`}>
      <style>{cardCss(card)}</style>
      <CardFace card={card} isPreview={isSmall} actions={<PreviewActions />} />
    </div>
  );
}
