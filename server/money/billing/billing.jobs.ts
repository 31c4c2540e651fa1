import type { AppContext } from '#server/context.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { keepPromise, resendEndings } from './customer/end-customer.ts';
import { bringAddress } from './customer/follow-address.ts';
import { settleUser } from './customer/stop-charging.ts';
import { askAboutOverdue, expireOverdue } from './expiry.ts';
import { remindOfCardEnds } from './mails/card-ends.ts';
import { mailPriceChange } from './mails/price-mail.ts';
import { remindOfTrialEnds } from './mails/reminders.ts';
import { matchQuantity } from './match-quantity.ts';
import { beginComparison, compareOnePage, pageToCompare } from './nightly-comparison.ts';
import { watchPrice } from './price/watch-price.ts';
import { resendUnsettled } from './settle-bill.ts';
import { makePatient } from './stripe/patience.ts';
import { syncUser } from './sync.ts';
import { openLedger } from './test-provider/ledger.ts';
import { signEvent } from './test-provider/signature.ts';
import { purgeForeignEvents, receiveEvent } from './webhook.ts';

const ofUser = z.object({ userId: accountId });
const ofCustomer = z.object({ customerId: z.string() });
const ofEvent = z.object({ eventId: z.string() });
const CHARGES = { retries: 'unlimited', sends: 'charges' } as const;
const hasPrice = { isOn: ({ billing }: Pick<AppContext, 'billing'>) => !billing.isTestMode };
/** The test provider is in this house. */
const isTest = {
  isOn: ({ billing }: Pick<AppContext, 'billing'>) => billing.isTestMode,
  sends: 'nothing',
} as const;

const jobs = [
  defineJob('billing-quantity', ofUser, (app, { userId }) => matchQuantity(app, userId), {
    sends: 'charges',
  }),
  defineJob('billing-sync', ofUser, (app, { userId }) => syncUser(app, userId)),
  defineJob('billing-price-mail', ofUser, (app, { userId }) => mailPriceChange(app, userId), {
    sends: 'mails',
  }),
  defineJob('billing-address', ofUser, (app, { userId }) => bringAddress(app, userId), CHARGES),
  defineJob('billing-stop', ofUser, (app, { userId }) => settleUser(app, userId), CHARGES),
  defineJob('billing-end', ofCustomer, (app, { customerId }) => keepPromise(app, customerId), {
    retries: 'unlimited',
    sends: 'endings',
  }),
  defineRepeated('billing-time', '23 * * * *', followTime),
  defineRepeated('billing-reconcile', '47 2 * * *', beginComparison, { isBrief: true }),
  // About a day of tries: then the next night begins anew.
  defineJob(
    'billing-reconcile-page',
    pageToCompare,
    (app, page, _id, _at, _isLast, stopping) => compareOnePage(app, page, stopping),
    { retries: 30 },
  ),
  defineJob('billing-price', z.object({}), watchPrice, hasPrice),
  defineRepeated('billing-price-hourly', '37 * * * *', watchPrice, { ...hasPrice, isBrief: true }),
  defineJob('billing-test-event', ofEvent, (app, { eventId }) => deliverTestEvent(app, eventId), isTest),
];

export const billingJobs = jobs.map((job) => makePatient(job));

/** The hourly work: record what has ended, queue checks of subscriptions, send reminders, and forget foreign events. */
async function followTime(app: AppContext, stopping: AbortSignal): Promise<void> {
  await expireOverdue(app, stopping);
  await askAboutOverdue(app, stopping);
  await resendEndings(app);
  await resendUnsettled(app);
  await remindOfTrialEnds(app, stopping);
  await remindOfCardEnds(app, stopping);
  await purgeForeignEvents(app, stopping);
}

/** The test provider delivers like a real one: signed bytes, to the same code that handles Stripe's. */
async function deliverTestEvent(app: AppContext, eventId: string): Promise<void> {
  const event = await openLedger(app).find('event', eventId);
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event));
  await receiveEvent(app, body, signEvent(body, app.billing.webhookSecret, app.now()));
}
