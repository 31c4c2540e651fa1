import { asc } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { describeRoom, readRoom } from '#server/db/connection-plan.ts';
import { billingEndings } from '#server/db/schema/money.ts';
import { ProviderAway, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { HELD_NOTICE } from '#server/infra/hold/hold.ts';
import { describeIdleJobs } from '#server/infra/queue/idle-jobs.ts';
import { countToday } from '#server/messages/sms/claim-text.ts';
import { customerName } from '#server/money/billing/customer/end-customer.ts';
import { waitingOrphans } from '#server/money/billing/customer/orphaned-customers.ts';
import { describeChecks } from '#server/money/billing/price/check-price.ts';
import { readPrice } from '#server/money/billing/price/watch-price.ts';
import { readReport } from '#server/money/billing/reports.ts';
import { supportNotice } from '#server/operations/admin/database-support.ts';
import { certificateNotice } from '#server/sharing/wallet/certificate-notice.ts';
import type { Health } from '#shared/operations/health.ts';

/** True if what the server depends on is as it must be: asked now, in so far as it can be asked. */

const ENDINGS_SHOWN = 100;

export async function getHealth(ctx: UserContext): Promise<Health> {
  const { billing } = ctx;
  const { price, isAnswering, trouble } = await askForPrice(ctx);
  const lastEvent = await readReport(ctx.db, 'event');
  const comparison = await readReport(ctx.db, 'comparison');
  const endings = await ctx.db
    .select()
    .from(billingEndings)
    .orderBy(asc(billingEndings.createdAt))
    .limit(ENDINGS_SHOWN);
  const problems = [
    ...(ctx.hold.isOn ? [HELD_NOTICE] : []),
    ...trouble,
    ...(price ? describeChecks(price.id, price.checks) : []),
    ...sayMode(billing.isLive, lastEvent?.data.isLive ?? null),
    ...(await waitingOrphans(ctx.db)),
    ...(await fullTexts(ctx)),
    ...endings.map(
      (ending) =>
        `${customerName(ending)} was deleted, but the payment provider hasn’t closed ${ending.customerId} yet.`,
    ),
  ];
  return {
    isHealthy: problems.length === 0,
    problems,
    notes: sayVersion(billing.apiVersion, lastEvent?.data.apiVersion ?? null),
    provider: {
      name: billing.isTestMode ? 'test' : 'stripe',
      isLive: billing.isLive,
      isAnswering,
      apiVersion: billing.apiVersion,
    },
    price,
    lastEvent: lastEvent && { at: lastEvent.at.toISOString(), ...lastEvent.data },
    endings: endings.map(({ createdAt, customerId, userId, username, tries, error }) => ({
      customerId,
      userId,
      username,
      since: createdAt.toISOString(),
      tries,
      error,
    })),
    comparison: comparison?.data ?? null,
    passCertificate: certificateNotice(ctx),
    database: await supportNotice(ctx),
    jobs: await describeIdleJobs(ctx.db),
    connections: describeRoom(await readRoom((text) => ctx.db.execute(text)), ctx.connections),
  };
}

/** Told on the day, so that whoever spends the operator's money is found (docs/decisions/404). */
async function fullTexts({ config: { twilio, smsDailyMax }, db, now }: UserContext): Promise<string[]> {
  if (!twilio || (await countToday(db, now())) < smsDailyMax) return [];
  return [
    `${smsDailyMax} automatic texts went out today, which is the limit (SMS_DAILY_MAX). The others wait until tomorrow.`,
  ];
}

/** The page must open just when something is wrong: no answer and a refusal are what it is there to show. */
async function askForPrice(
  ctx: UserContext,
): Promise<{ price: Health['price']; isAnswering: boolean; trouble: string[] }> {
  try {
    return { price: await readPrice(ctx), isAnswering: true, trouble: [] };
  } catch (error) {
    if (error instanceof ProviderAway) {
      const sentence = `The payment provider isn’t responding: ${error.reason}`;
      return { price: null, isAnswering: false, trouble: [sentence] };
    }
    if (!(error instanceof ProviderRefusal)) throw error;
    const sentence = `STRIPE_PRICE_ID is wrong: the payment provider refuses it. ${error.reason}`;
    return { price: null, isAnswering: true, trouble: [sentence] };
  }
}

function sayMode(ours: boolean | null, theirs: boolean | null): string[] {
  if (ours === null || theirs === null || ours === theirs) return [];
  const [event, key] = theirs ? ['live', 'test'] : ['test', 'live'];
  return [
    `STRIPE_WEBHOOK_SECRET is wrong: events of ${event} mode arrive, but STRIPE_SECRET_KEY is of ${key} mode.`,
  ];
}

/** Works with any version, because an event only makes us ask: but who debugs wants to know. */
function sayVersion(ours: string | null, theirs: string | null): string[] {
  if (ours === null || theirs === null || ours === theirs) return [];
  return [`The webhook endpoint sends events of version ${theirs}; Goldleaf uses ${ours}.`];
}
