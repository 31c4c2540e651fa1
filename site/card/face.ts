import type { ReactNode } from 'react';
import type { PublicFieldName } from '#shared/cards/card-fields.ts';
import type { PublicCard } from '#shared/cards/cards.ts';

/** The fields on a card's face: every card has them, and so has the editor's form. */
export type FaceFields = Pick<PublicCard, PublicFieldName | 'phonesE164'>;

/** True if an image or a video may be shown here. */
export type Shows = (src: string | null) => src is string;

export interface HeadProps {
  card: FaceFields;
  actions: ReactNode;
  /** The code next to the name, for print only. */
  code: ReactNode;
  /** The background on the modern card's plane of color. */
  plane: ReactNode;
  isPreview: boolean;
  shows: Shows;
  /** How wide a picture across the card is shown, as `sizes` says it; the whole screen, unless the card is a picture. */
  across?: string | undefined;
}
