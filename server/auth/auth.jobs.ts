import { linkMailJob, sendLinkMail } from '#server/auth/link-mail.ts';
import { deleteOldLinks } from '#server/auth/mailed-links.ts';
import { noticeJob, sendNotice } from '#server/auth/notices.ts';
import { deleteExpiredSessions } from '#server/auth/session-tokens.ts';
import { deleteExpiredDevices } from '#server/auth/two-step/remembered-devices.ts';
import { deleteUsedChallenges } from '#server/auth/used-challenges.ts';
import type { AppContext } from '#server/context.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

const expiredSessions = defineScheduledJob('expired-sessions');

export function authJobs(app: AppContext): void {
  app.queue.handle(linkMailJob, (asked, id, askedAt) => sendLinkMail(app, asked, id, askedAt));
  app.queue.handle(noticeJob, (asked, id) => sendNotice(app, asked, id));
  app.queue.handle(expiredSessions, async () => {
    await deleteExpiredSessions(app);
    await deleteOldLinks(app);
    await deleteExpiredDevices(app);
    await deleteUsedChallenges(app);
  });
  app.queue.repeat(expiredSessions, '7 * * * *');
}
