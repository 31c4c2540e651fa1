import { cardRoutes } from '#server/cards/cards/cards.routes.ts';
import { draftRoutes } from '#server/cards/drafts/drafts.routes.ts';
import { mediaRoutes } from '#server/cards/media/media.routes.ts';

export const allCardsRoutes = [cardRoutes, draftRoutes, mediaRoutes];
