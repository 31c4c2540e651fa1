import type { ReactNode } from 'react';
import type { PublicFieldName } from '#shared/cards/card-fields.ts';
import type { PublicCard } from '#shared/cards/cards.ts';

/** What a card's face shows: every card has these fields, and so has the editor's form. */
export type FaceFields = Pick<PublicCard, PublicFieldName | 'phonesE164'>;

/** True if an image or a video may be shown here. */
export type Shows = (src: string | null) => src is string;

export interface HeadProps {
  card: FaceFields;
  actions: ReactNode;
  /** What only print shows, next to the name. */
  code: ReactNode;
  isPreview: boolean;
  shows: Shows;
}
