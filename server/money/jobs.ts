import { billingJobs } from '#server/money/billing/billing.jobs.ts';
import { sendPriceJob } from '#server/money/billing/price/watch-price.ts';

export const moneyWork = {
  jobs: billingJobs,
  beforeStart: [],
  afterUpdate: [sendPriceJob],
};
