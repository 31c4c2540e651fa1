import type { FastifyInstance } from 'fastify';
import { requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { serve } from '#server/infra/http/serve.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import {
  cancelSubscription,
  getCancellation,
  refreshBilling,
  resumeSubscription,
} from '#server/money/billing/cancel.ts';
import { openCheckout, openPortal } from '#server/money/billing/checkout.ts';
import { endTrial } from '#server/money/billing/end-trial.ts';
import { readInvoiceDetails } from '#server/money/billing/mails/read-invoice-details.ts';
import { quotePriceChange } from '#server/money/billing/price/price-change.ts';
import { readClaims } from '#server/money/billing/quantity.ts';
import { getBilling, listInvoices } from '#server/money/billing/read-billing.ts';
import { countTrialDaysAhead } from '#server/money/billing/trial.ts';
import { changeInvoiceDetails } from '#server/teams/billing/invoice-details.ts';
import type { z } from '#shared/contract/zod.ts';
import type { Billing } from '#shared/money/billing.ts';
import {
  type checkoutChoice,
  type invoiceChanges,
  type TeamBilling,
  teamBillingEndpoints,
} from '#shared/money/team-billing.ts';

/** The owner of a team does about its subscription as a person does about their own. */

type Handler<Input, Output> = (ctx: UserContext, input: Input) => Promise<Output>;

const byOwner =
  <Input, Output>(handle: Handler<Input, Output>): Handler<Input, Output> =>
  async (ctx, input) => {
    requireTo(ctx, 'edit', 'subscription');
    return handle(ctx, input);
  };

/** Likewise, and says what holds for a team only. */
const withClaims = <Input>(handle: Handler<Input, Billing>): Handler<Input, TeamBilling> =>
  byOwner(async (ctx, input) => {
    const billing = await handle(ctx, input);
    return { ...billing, ...(await readTeamFacts(ctx, billing)) };
  });

async function readTeamFacts(ctx: UserContext, { isCancelled }: Billing) {
  const { freed, claimedMax, bar } = await readClaims(ctx, ctx.account.id);
  const [known] = await ctx.db
    .select({ ending: subscriptions.ending })
    .from(subscriptions)
    .where(whereCan(ctx, 'see', 'subscription'));
  return {
    invoiceDetails: await readInvoiceDetails(ctx.db, ctx.account.id),
    freed,
    claimedMax,
    claimBar: bar,
    trialDaysAhead: await countTrialDaysAhead(ctx.db, ctx.account.id),
    continuesWithClaim: isCancelled && known?.ending === 'empty',
  };
}

/** Likewise, and notes it in the history of the team. */
const noted =
  <Input, Output>(name: string, handle: Handler<Input, Output>): Handler<Input, Output> =>
  async (ctx, input) => {
    const output = await handle(ctx, input);
    await recordTeamEvent(ctx, ctx.db, ctx.account.id, 'in_team_subscription', { name });
    return output;
  };

const checkOut = (ctx: UserContext, { body }: { body: z.output<typeof checkoutChoice> }) =>
  openCheckout(ctx, body.trial === 'end');

const changeDetails = async (ctx: UserContext, input: { body: z.output<typeof invoiceChanges> }) => {
  await changeInvoiceDetails(ctx, input);
  return getBilling(ctx);
};

export function teamBillingRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamBillingEndpoints.read, withClaims(getBilling));
  serve(server, app, teamBillingEndpoints.quote, byOwner(quotePriceChange));
  serve(server, app, teamBillingEndpoints.cancellation, byOwner(getCancellation));
  serve(
    server,
    app,
    teamBillingEndpoints.changeDetails,
    withClaims(noted('Invoice details changed', changeDetails)),
  );
  serve(server, app, teamBillingEndpoints.listInvoices, byOwner(listInvoices));
  serve(server, app, teamBillingEndpoints.refresh, withClaims(refreshBilling));
  serve(server, app, teamBillingEndpoints.checkout, byOwner(noted('Checkout opened', checkOut)));
  serve(server, app, teamBillingEndpoints.endTrial, withClaims(noted('Free days ended', endTrial)));
  serve(server, app, teamBillingEndpoints.portal, byOwner(noted('Billing portal opened', openPortal)));
  serve(server, app, teamBillingEndpoints.cancel, withClaims(noted('Canceled', cancelSubscription)));
  serve(server, app, teamBillingEndpoints.resume, withClaims(noted('Resumed', resumeSubscription)));
}
