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
import { changeCard } from '#server/cards/cards/change-card.ts';
import { getVcard, keepContactFilesByVersion } from '#server/cards/cards/contact-file.ts';
import { shareCard } from '#server/cards/cards/share.ts';
import { readInlineBody } from '#server/cards/media/read-inline-body.ts';
import type { AppContext } from '#server/context.ts';
import { acrossAccounts } from '#server/infra/http/across-accounts.ts';
import { tagOfVersion } from '#server/infra/http/entity-tag.ts';
import { serve } from '#server/infra/http/serve.ts';
import { cardVersionEndpoints } from '#shared/cards/card-versions.ts';
import { cardEndpoints } from '#shared/cards/cards.ts';

/** Only owners get the version, and may name it in a save. */
const tagOfCard = (card: unknown): Record<string, string> =>
  card instanceof Object && 'version' in card ? { etag: tagOfVersion(Number(card.version)) } : {};

export function cardRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, cardEndpoints.list, acrossAccounts(listCards, { role: 'member' }));
  serve(server, app, cardEndpoints.create, createCard, { check: checkRoomForCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.get, getCard, { headersOf: tagOfCard });
  serve(server, app, cardEndpoints.change, changeCard, { check: checkOwnCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.delete, deleteCard);
  serve(server, app, cardEndpoints.restore, restoreCard);
  serve(server, app, cardVersionEndpoints.list, listCardVersions);
  serve(server, app, cardVersionEndpoints.restore, restoreCardVersion);
  keepContactFilesByVersion(app.pages);
  serve(server, app, cardEndpoints.vcard, getVcard);
  serve(server, app, cardEndpoints.share, shareCard);
}
