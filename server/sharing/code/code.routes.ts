import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getCodeColors } from '#server/sharing/code/code-colors.ts';
import { getCodeFile, getCodePdf, getCodeSvg } from '#server/sharing/code/code-file.ts';
import { getQrPng, getQrSvg, keepCodesByQuery } from '#server/sharing/code/qr.ts';
import { cardEndpoints } from '#shared/cards/cards.ts';

/** A card's QR code, as a picture and as files to print. */
export function codeRoutes(server: FastifyInstance, app: AppContext): void {
  keepCodesByQuery(app.pages);
  serve(server, app, cardEndpoints.qrSvg, getQrSvg);
  serve(server, app, cardEndpoints.qrPng, getQrPng);
  serve(server, app, cardEndpoints.codeFile, getCodeFile);
  serve(server, app, cardEndpoints.codeSvg, getCodeSvg);
  serve(server, app, cardEndpoints.codePdf, getCodePdf);
  serve(server, app, cardEndpoints.codeColors, getCodeColors);
}
