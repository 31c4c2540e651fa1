import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { PublicCard } from '#shared/cards/cards.ts';
import { useCardForm } from '../card-form.ts';
import { toPreviewCard } from '../preview/preview.ts';

/** The card as it is being edited, for pictures of it, which wait until nobody is typing. */
export function useShownCard(): PublicCard {
  const { control } = useCardForm();
  const form = useDeferredValue(useWatch({ control, compute: (values) => values }));
  return useMemo(() => toPreviewCard(form), [form]);
}
