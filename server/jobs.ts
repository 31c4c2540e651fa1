import { authJobs } from '#server/accounts/auth/auth.jobs.ts';
import { analyticsJobs, beginOlderViews } from '#server/analytics/analytics/analytics.jobs.ts';
import { cardJobs } from '#server/cards/cards/cards.jobs.ts';
import { draftJobs } from '#server/cards/drafts/drafts.jobs.ts';
import { mediaJobs } from '#server/cards/media/media.jobs.ts';
import { sendOlderMediaJobs } from '#server/cards/media/older-media.ts';
import type { AppContext } from '#server/context.ts';
import { historyJobs } from '#server/infra/journal/history.jobs.ts';
import { mailJobs } from '#server/infra/mail/mail.jobs.ts';
import { modelJobs } from '#server/messages/model/model.jobs.ts';
import { sendOverdueJob } from '#server/messages/notices/arrivals.ts';
import { noticeJobs } from '#server/messages/notices/notices.jobs.ts';
import { remindersWhenDue } from '#server/messages/notices/reminders.ts';
import { sendDueTextsSoon } from '#server/messages/sms/due-texts.ts';
import { smsJobs } from '#server/messages/sms/sms.jobs.ts';
import { billingJobs } from '#server/money/billing/billing.jobs.ts';
import { sendPriceJob } from '#server/money/billing/price/watch-price.ts';
import { adminJobs } from '#server/operations/admin/admin.jobs.ts';
import { beginUpkeep, upkeepJobs } from '#server/operations/upkeep/upkeep.jobs.ts';
import { contactJobs } from '#server/people/contacts/contacts.jobs.ts';
import { importJobs, resumeImports } from '#server/people/import/import.jobs.ts';
import { receiptsWhenDue, recipientJobs } from '#server/people/recipients/recipients.jobs.ts';
import { archiveJobs, resumeArchives } from '#server/portability/archive/archive.jobs.ts';
import { warnOfCertificate } from '#server/sharing/wallet/certificate-notice.ts';
import { walletJobs } from '#server/sharing/wallet/wallet.jobs.ts';

const jobs = [
  ...mailJobs,
  ...upkeepJobs,
  ...authJobs,
  ...historyJobs,
  ...billingJobs,
  ...mediaJobs,
  ...cardJobs,
  ...draftJobs,
  ...contactJobs,
  ...recipientJobs,
  ...importJobs,
  ...archiveJobs,
  ...analyticsJobs,
  ...adminJobs,
  ...walletJobs,
  ...modelJobs,
  ...noticeJobs,
  ...smsJobs,
];

declare module '#server/infra/queue/define-job.ts' {
  interface Product {
    app: AppContext;
    jobs: typeof jobs;
  }
}

/** To be called before the queue starts. */
export function registerJobs(app: AppContext): void {
  app.queue.register(app, jobs);
  receiptsWhenDue(app);
  remindersWhenDue(app);
  warnOfCertificate(app);
}

/** What an upgrade must do with existing data; starts at startup and continues after it. */
export async function sendUpdateJobs(app: AppContext): Promise<void> {
  await beginUpkeep(app);
  await sendPriceJob(app);
  await beginOlderViews(app);
  await sendOlderMediaJobs(app);
  await sendOverdueJob(app);
  await resumeImports(app);
  await resumeArchives(app);
  await sendDueTextsSoon(app);
}
