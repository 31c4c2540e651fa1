import type { FastifyInstance } from 'fastify';
import {
  changeCard,
  checkOwnCard,
  checkRoomForCard,
  createCard,
  deleteCard,
  getCard,
  listCards,
  restoreCard,
} from '#server/cards/cards.ts';
import { getCodeFile } from '#server/cards/code-file.ts';
import { getVcard, keepContactFilesByVersion } from '#server/cards/contact-file.ts';
import { getQrPng, getQrSvg, keepCodesByQuery } from '#server/cards/qr.ts';
import { shareCard } from '#server/cards/share.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { readInlineBody } from '#server/media/read-inline-body.ts';
import { cardEndpoints } from '#shared/cards.ts';

export function cardRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, cardEndpoints.list, listCards);
  serve(server, app, cardEndpoints.create, createCard, { check: checkRoomForCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.get, getCard);
  serve(server, app, cardEndpoints.change, changeCard, { check: checkOwnCard, readBody: readInlineBody });
  serve(server, app, cardEndpoints.delete, deleteCard);
  serve(server, app, cardEndpoints.restore, restoreCard);
  keepContactFilesByVersion(app.pages);
  serve(server, app, cardEndpoints.vcard, getVcard);
  serve(server, app, cardEndpoints.share, shareCard);
  keepCodesByQuery(app.pages);
  serve(server, app, cardEndpoints.qrSvg, getQrSvg);
  serve(server, app, cardEndpoints.qrPng, getQrPng);
  serve(server, app, cardEndpoints.codeFile, getCodeFile);
}
