import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getApplePass, getGoogleObject, getWalletQr } from '#server/wallet/wallet.ts';
import { walletEndpoints } from '#shared/wallet.ts';

export function walletRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, walletEndpoints.apple, getApplePass);
  serve(server, app, walletEndpoints.google, getGoogleObject);
  serve(server, app, walletEndpoints.qr, getWalletQr);
}
