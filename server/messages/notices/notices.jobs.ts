import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { tellArrivals, tellOverdue } from '#server/messages/notices/arrivals.ts';
import { mailNotice, noticeMail } from '#server/messages/notices/notice.ts';
import { push, pushNotice } from '#server/messages/notices/push-notice.ts';
import { deleteOldReminders } from '#server/messages/notices/reminders.ts';
import { tellUnheld, tellUnheldTo } from '#server/messages/notices/tell-unheld.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';

const unheldJob = z.object({
  userId: accountId,
  /** When it is due, in ms; the database's clock may be ahead of the process's. */
  at: z.number().optional(),
});

export const noticeJobs = [
  defineJob('notice-mail', noticeMail, mailNotice, { retries: MAIL_RETRIES, sends: 'mails' }),
  defineJob('push', push, pushNotice, { retries: 3, sends: 'pushes' }),
  defineJob('push-unproven', push, pushNotice, { retries: 3, sends: 'pushes' }),
  // For those who were held back.
  defineJob('tell-arrivals', z.object({ userId: accountId }), (app, { userId }) => tellArrivals(app, userId)),
  // A process may have died between adding somebody and telling of it.
  defineRepeated('overdue-arrivals', '*/5 * * * *', tellOverdue, { isBrief: true }),
  // For those whose quiet hours end before the next hour.
  defineJob('tell-unheld', unheldJob, (app, { userId, at }) => tellUnheldTo(app, userId, at)),
  defineRepeated('unheld-people', '7 * * * *', tellUnheld, { isBrief: true }),
  defineRepeated('old-reminders', '40 2 * * *', deleteOldReminders),
];
