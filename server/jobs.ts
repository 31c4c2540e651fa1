import { adminJobs } from '#server/admin/admin.jobs.ts';
import { analyticsJobs, beginOlderViews } from '#server/analytics/analytics.jobs.ts';
import { archiveJobs, resumeArchives } from '#server/archive/archive.jobs.ts';
import { authJobs } from '#server/auth/auth.jobs.ts';
import { billingJobs } from '#server/billing/billing.jobs.ts';
import { sendPriceJob } from '#server/billing/watch-price.ts';
import { cardJobs } from '#server/cards/cards.jobs.ts';
import { contactJobs } from '#server/contacts/contacts.jobs.ts';
import type { AppContext } from '#server/context.ts';
import { draftJobs } from '#server/drafts/drafts.jobs.ts';
import { historyJobs } from '#server/history/history.jobs.ts';
import { importJobs, resumeImports } from '#server/import/import.jobs.ts';
import { mailJobs } from '#server/infra/mail/mail.jobs.ts';
import { mediaJobs } from '#server/media/media.jobs.ts';
import { sendOlderMediaJobs } from '#server/media/older-media.ts';
import { modelJobs } from '#server/model/model.jobs.ts';
import { sendOverdueJob } from '#server/notices/arrivals.ts';
import { noticeJobs } from '#server/notices/notices.jobs.ts';
import { remindersWhenDue } from '#server/notices/reminders.ts';
import { receiptsWhenDue, recipientJobs } from '#server/recipients/recipients.jobs.ts';
import { sendDueTextsSoon } from '#server/sms/due-texts.ts';
import { smsJobs } from '#server/sms/sms.jobs.ts';
import { beginUpkeep, upkeepJobs } from '#server/upkeep.jobs.ts';
import { warnOfCertificate } from '#server/wallet/certificate-notice.ts';
import { walletJobs } from '#server/wallet/wallet.jobs.ts';

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
