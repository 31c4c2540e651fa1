import { useMutation } from '@tanstack/react-query';
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
import { toast } from '#ui/Toast.tsx';

export interface BackgroundChoice {
  design: BackgroundDesign;
  side: BackgroundSide;
}

type SizedChoice = BackgroundChoice & { size: BackgroundSize };

/** The picture's address, which changes with the card. */
export const addressOfBackground = (card: SeenCard, choice: SizedChoice): string =>
  `${callUrl('GET /api/cards/{id}/background.png', { params: { id: card.id }, query: { ...choice } })}&v=${Date.parse(`${card.updatedAt}`)}`;

/** Saves it as a file. */
export const useSaveBackground = (card: SeenCard) =>
  useMutation({
    async mutationFn(choice: SizedChoice) {
      // The smallest one tells as well whether it can be drawn.
      const asked = { params: { id: card.id }, query: { ...choice, size: 'thumbnail' as const } };
      await findFile('GET /api/cards/{id}/background.png', asked);
      const [width, height] = BACKGROUND_SIZES[choice.size];
      const address = callUrl('GET /api/cards/{id}/background.png', {
        params: { id: card.id },
        query: { ...choice },
      });
      saveFrom(address, backgroundFileName(card.fullName, width, height));
    },
    meta: {
      isDownload: true,
      failure: {
        title: 'Download Failed',
        always: 'We couldn’t create the background. Please try again.',
      },
    },
    onSuccess: () =>
      toast({
        title: 'Background Downloaded!',
        description: 'Choose it as your background in your video app.',
      }),
  });
