import type { FastifyInstance } from 'fastify';
import { listCardVersions, restoreCardVersion } from '#server/cards/cards/card-versions.ts';
import {
  checkOwnCard,
  checkRoomForCard,
  createCard,
  deleteCard,
  getCard,
  listCards,
  restoreCard,
} from '#server/cards/cards/cards.ts';
import { changeCard, tagOfCard } from '#server/cards/cards/change-card.ts';
import { getVcard, keepContactFilesByVersion } from '#server/cards/cards/contact-file.ts';
import { shareCard } from '#server/cards/cards/share.ts';
import { readInlineBody } from '#server/cards/media/read-inline-body.ts';
import type { AppContext } from '#server/context.ts';
import { acrossAccounts } from '#server/infra/http/across-accounts.ts';
import { serve } from '#server/infra/http/serve.ts';
import { cardVersionEndpoints } from '#shared/cards/card-versions.ts';
import { cardEndpoints, type SeenCard } from '#shared/cards/cards.ts';

/** Only owners get the version, and may name it in a save. */
const headersOf = (answer: unknown): Record<string, string> => {
  const { version, brand } = answer as SeenCard;
  return version === undefined ? {} : { etag: tagOfCard({ version, brand }) };
};

export function cardRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, cardEndpoints.list, acrossAccounts(listCards, { role: 'member' }));
  serve(server, app, cardEndpoints.create, createCard, { check: checkRoomForCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.get, getCard, { headersOf });
  serve(server, app, cardEndpoints.change, changeCard, { check: checkOwnCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.delete, deleteCard);
  serve(server, app, cardEndpoints.restore, restoreCard);
  serve(server, app, cardVersionEndpoints.list, listCardVersions);
  serve(server, app, cardVersionEndpoints.restore, restoreCardVersion);
  keepContactFilesByVersion(app.pages);
  serve(server, app, cardEndpoints.vcard, getVcard);
  serve(server, app, cardEndpoints.share, shareCard);
}
