import { callUrl, findFile } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import {
  BACKGROUND_SIZES,
  type BackgroundDesign,
  type BackgroundSide,
  type BackgroundSize,
} from '#shared/cards/backgrounds.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { backgroundFileName } from '#shared/formats/file-names.ts';

export interface BackgroundChoice {
  design: BackgroundDesign;
  side: BackgroundSide;
}

type SizedChoice = BackgroundChoice & { size: BackgroundSize };

/** The picture's address, which changes with the card. */
export const addressOfBackground = (card: SeenCard, choice: SizedChoice): string =>
  `${callUrl('GET /api/cards/{id}/background.png', { params: { id: card.id }, query: { ...choice } })}&v=${Date.parse(`${card.updatedAt}`)}`;

/** Saves it as a file; throws as `call` does. */
export async function saveBackground(card: SeenCard, choice: SizedChoice): Promise<void> {
  // The smallest one tells as well whether it can be drawn.
  const asked = { params: { id: card.id }, query: { ...choice, size: 'thumbnail' as const } };
  await findFile('GET /api/cards/{id}/background.png', asked);
  const [width, height] = BACKGROUND_SIZES[choice.size];
  const address = callUrl('GET /api/cards/{id}/background.png', {
    params: { id: card.id },
    query: { ...choice },
  });
  saveFrom(address, backgroundFileName(card.fullName, width, height));
}
