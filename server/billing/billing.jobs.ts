import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';
import { bringQuantity } from './bring-quantity.ts';
import { endingJobs, resendEndings } from './end-customer.ts';
import { askAboutOverdue, expireOverdue, syncJob } from './expiry.ts';
import { addressJob, bringAddress } from './follow-address.ts';
import { remindOfCardEnds } from './mails/card-ends.ts';
import { mailPriceChange, priceMailJob } from './mails/price-mail.ts';
import { remindOfTrialEnds } from './mails/reminders.ts';
import { quantityJob } from './quantity.ts';
import { reconcileJobs } from './reconcile.jobs.ts';
import { settleUser } from './stop-charging.ts';
import { syncUser } from './sync.ts';
import { find, testEventJob } from './test-provider/ledger.ts';
import { signatureOf } from './test-provider/signature.ts';
import { resendUnsettled, settleJob } from './unsettled.ts';
import { priceJobs } from './watch-price.ts';
import { receiveEvent } from './webhook.ts';

const hourly = defineScheduledJob('billing-time');

export function billingJobs(app: AppContext): void {
  app.queue.handle(quantityJob, async ({ userId }) => void (await bringQuantity(app, userId)));
  app.queue.handle(syncJob, async ({ userId }) => void (await syncUser(app, userId)));
  app.queue.handle(priceMailJob, ({ userId }) => mailPriceChange(app, userId));
  app.queue.handle(addressJob, ({ userId }) => bringAddress(app, userId));
  app.queue.handle(hourly, () => followTime(app));
  app.queue.repeat(hourly, '23 * * * *');
  endingJobs(app);
  reconcileJobs(app);
  priceJobs(app);
  app.queue.handle(settleJob, ({ userId }) => settleUser(app, userId));
  if (app.billing.isTestMode) app.queue.handle(testEventJob, ({ eventId }) => deliverTestEvent(app, eventId));
}

/** The hourly work: record what has ended, queue checks of subscriptions, and send reminders. */
async function followTime(app: AppContext): Promise<void> {
  await expireOverdue(app);
  await askAboutOverdue(app);
  await resendEndings(app);
  await resendUnsettled(app);
  await remindOfTrialEnds(app);
  await remindOfCardEnds(app);
}

/** The test provider delivers like a real one: signed bytes, to the same code that handles Stripe's. */
async function deliverTestEvent(app: AppContext, eventId: string): Promise<void> {
  const event = await find(app.db, 'event', eventId);
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event.data));
  await receiveEvent(app, body, signatureOf(body, app.billing.webhookSecret, app.now()));
}
