import type { FastifyInstance } from 'fastify';
import { requireTo } from '#server/access/can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import {
  cancelSubscription,
  getCancellation,
  refreshBilling,
  resumeSubscription,
} from '#server/money/billing/cancel.ts';
import { openPortal, startCheckout } from '#server/money/billing/checkout.ts';
import { quotePriceChange } from '#server/money/billing/price/price-change.ts';
import { getBilling, listInvoices } from '#server/money/billing/read-billing.ts';
import { readClaims } from '#server/teams/invites/allowance.ts';
import type { Billing } from '#shared/money/billing.ts';
import { type TeamBilling, teamBillingEndpoints } from '#shared/money/team-billing.ts';

/** The owner of a team does about its subscription as a person does about their own. */

type Handler<Input, Output> = (ctx: UserContext, input: Input) => Promise<Output>;

const byOwner =
  <Input, Output>(handle: Handler<Input, Output>): Handler<Input, Output> =>
  async (ctx, input) => {
    requireTo(ctx, 'edit', 'subscription');
    return handle(ctx, input);
  };

/** Likewise, and says how many cards may be claimed. */
const withClaims = <Input>(handle: Handler<Input, Billing>): Handler<Input, TeamBilling> =>
  byOwner(async (ctx, input) => {
    const billing = await handle(ctx, input);
    const { claimedMax, bar } = await readClaims(ctx, ctx.account.id);
    return { ...billing, claimedMax, claimBar: bar };
  });

export function teamBillingRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamBillingEndpoints.read, withClaims(getBilling));
  serve(server, app, teamBillingEndpoints.quote, byOwner(quotePriceChange));
  serve(server, app, teamBillingEndpoints.cancellation, byOwner(getCancellation));
  serve(server, app, teamBillingEndpoints.listInvoices, byOwner(listInvoices));
  serve(server, app, teamBillingEndpoints.refresh, withClaims(refreshBilling));
  serve(server, app, teamBillingEndpoints.checkout, byOwner(startCheckout));
  serve(server, app, teamBillingEndpoints.portal, byOwner(openPortal));
  serve(server, app, teamBillingEndpoints.cancel, withClaims(cancelSubscription));
  serve(server, app, teamBillingEndpoints.resume, withClaims(resumeSubscription));
}
