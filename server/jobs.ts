import { analyticsJobs, beginOlderViews } from '#server/analytics/analytics.jobs.ts';
import { authJobs } from '#server/auth/auth.jobs.ts';
import { billingJobs } from '#server/billing/billing.jobs.ts';
import { cardJobs } from '#server/cards/cards.jobs.ts';
import { contactJobs } from '#server/contacts/contacts.jobs.ts';
import type { App } from '#server/context.ts';
import { beginUpkeep, upkeepJobs } from '#server/db/upkeep.jobs.ts';
import { mailJobs } from '#server/infra/mail/mail.ts';
import { mediaJobs } from '#server/media/media.jobs.ts';
import { sendOlderMediaJobs } from '#server/media/older-media.ts';

/** Every room's jobs: what the queue does, and when it repeats. */
const rooms: ((app: App) => void)[] = [
  mailJobs,
  upkeepJobs,
  authJobs,
  billingJobs,
  mediaJobs,
  cardJobs,
  contactJobs,
  analyticsJobs,
];

export function registerJobs(app: App): void {
  for (const room of rooms) room(app);
}

/** What an update has to do with the data it finds, begun at the start and done after it. */
export async function sendUpdateJobs(app: App): Promise<void> {
  await beginUpkeep(app);
  await beginOlderViews(app);
  await sendOlderMediaJobs(app);
}
