import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getApplePass, getGoogleObject, getWalletQr } from '#server/wallet/wallet.ts';
import { walletRows } from '#shared/wallet.ts';

export function walletRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, walletRows.apple, getApplePass);
  serve(server, app, walletRows.google, getGoogleObject);
  serve(server, app, walletRows.qr, getWalletQr);
}
