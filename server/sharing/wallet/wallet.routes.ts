import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getApplePass, getSignedPass } from '#server/sharing/wallet/apple.ts';
import { appleServiceRoutes } from '#server/sharing/wallet/apple-service.routes.ts';
import { getGoogleObject, getWalletQr } from '#server/sharing/wallet/wallet.ts';
import { walletEndpoints } from '#shared/sharing/wallet.ts';

export function walletRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, walletEndpoints.apple, getApplePass);
  serve(server, app, walletEndpoints.applePass, getSignedPass);
  appleServiceRoutes(server, app);
  serve(server, app, walletEndpoints.google, getGoogleObject);
  serve(server, app, walletEndpoints.qr, getWalletQr);
}
