import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Admission } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readBody } from '#server/infra/http/body/read-body.ts';
import { serve } from '#server/infra/http/serve.ts';
import { billingEndpoints } from '#shared/money/billing.ts';
import { cancelSubscription, getCancellation, refreshBilling, resumeSubscription } from './cancel.ts';
import { openPortal, startCheckout } from './checkout.ts';
import { quotePriceChange } from './price/price-change.ts';
import { getBilling, listInvoices } from './read-billing.ts';
import { testProviderRoutes } from './test-provider/test-provider.routes.ts';
import { receiveEvent } from './webhook.ts';

const EVENT: Admission = { who: 'signed', limit: 'webhook', bodyLimit: 1024 * 1024 };

export function billingRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, billingEndpoints.read, getBilling);
  serve(server, app, billingEndpoints.quote, quotePriceChange);
  serve(server, app, billingEndpoints.cancellation, getCancellation);
  serve(server, app, billingEndpoints.refresh, refreshBilling);
  serve(server, app, billingEndpoints.listInvoices, listInvoices);
  serve(server, app, billingEndpoints.checkout, startCheckout);
  serve(server, app, billingEndpoints.portal, openPortal);
  serve(server, app, billingEndpoints.cancel, cancelSubscription);
  serve(server, app, billingEndpoints.resume, resumeSubscription);
  serveWebhook(server, app);
  if (app.billing.isTestMode) testProviderRoutes(server, app);
}

/** The only endpoint whose body is read as bytes: its signature covers these, not what they mean. */
function serveWebhook(server: FastifyInstance, app: AppContext): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    leaveBodyUnread(scope, '*');
    scope.post('/api/billing/webhook', { config: { admission: EVENT } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = await readBody(request.raw, EVENT.bodyLimit);
      const answer = await receiveEvent(app, body, Array.isArray(signature) ? undefined : signature);
      return reply.header('cache-control', 'no-store').send(answer);
    });
  });
}
