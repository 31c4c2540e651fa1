import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { printEndpoints } from '#shared/sharing/print.ts';
import { getBadgePdf, getCardPdf, previewBadge, previewCard } from './print.ts';

export function printRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, printEndpoints.card, getCardPdf);
  serve(server, app, printEndpoints.cardPreview, previewCard);
  serve(server, app, printEndpoints.badge, getBadgePdf);
  serve(server, app, printEndpoints.badgePreview, previewBadge);
}
