import { createContext } from 'react';
import type { CardBrand } from '#shared/cards/brand.ts';

/** The brand that the card in the form takes over from its team; undefined for a person's. */
export const BrandOfCard = createContext<CardBrand | undefined>(undefined);
