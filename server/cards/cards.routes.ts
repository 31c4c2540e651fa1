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
import { getVcard } from '#server/cards/contact-file.ts';
import { getQrPng, getQrSvg, keepCodesByQuery } from '#server/cards/qr.ts';
import { shareCard } from '#server/cards/share.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { readInlineBody } from '#server/media/read-inline-body.ts';
import { cardRows } from '#shared/cards.ts';

export function cardRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, cardRows.list, listCards);
  serve(server, app, cardRows.create, createCard, { check: checkRoomForCard, readBody: readInlineBody });
  serve(server, app, cardRows.get, getCard);
  serve(server, app, cardRows.change, changeCard, { check: checkOwnCard, readBody: readInlineBody });
  serve(server, app, cardRows.delete, deleteCard);
  serve(server, app, cardRows.restore, restoreCard);
  serve(server, app, cardRows.vcard, getVcard);
  serve(server, app, cardRows.share, shareCard);
  keepCodesByQuery(app.pages);
  serve(server, app, cardRows.qrSvg, getQrSvg);
  serve(server, app, cardRows.qrPng, getQrPng);
  serve(server, app, cardRows.codeFile, getCodeFile);
}
