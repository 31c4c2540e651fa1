import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { addTag, changeTag, listNfcTags, removeTag, restoreTag } from '#server/sharing/nfc/nfc.ts';
import { nfcEndpoints } from '#shared/sharing/nfc.ts';

export function nfcRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, nfcEndpoints.list, listNfcTags);
  serve(server, app, nfcEndpoints.add, addTag);
  serve(server, app, nfcEndpoints.change, changeTag);
  serve(server, app, nfcEndpoints.remove, removeTag);
  serve(server, app, nfcEndpoints.restore, restoreTag);
}
