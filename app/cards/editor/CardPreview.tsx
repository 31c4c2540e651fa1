import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { CardFace } from '#site/card/CardFace.tsx';
import { textOn } from '#site/card/colours.ts';
import { useCardForm } from './card-form.ts';
import { previewOf, smallPreviewOf } from './preview.ts';

/** The card as it is being made; `isSmall` is the panel beside the form. */
export function CardPreview({ isSmall = false }: { isSmall?: boolean }) {
  const { control } = useCardForm();
  const form = useDeferredValue(useWatch({ control, compute: (values) => values }));
  const card = useMemo(() => (isSmall ? smallPreviewOf(previewOf(form)) : previewOf(form)), [form, isSmall]);
  return (
    <div
      inert
      className="overflow-hidden rounded-card border border-line bg-surface [&_header]:p-6 [&_img.photo]:size-28 [&_img.photo]:rounded-full [&_img.photo]:object-cover [&_li]:px-6 [&_li]:py-2 [&_section]:px-6 [&_section]:py-3"
    >
      <style>{`.card header{background:${card.primaryColor};color:${textOn(card.primaryColor)}}`}</style>
      <CardFace card={card} actions={null} />
    </div>
  );
}
