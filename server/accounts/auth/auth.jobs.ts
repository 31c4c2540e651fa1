import { askedMail, sendLinkMail } from '#server/accounts/auth/link-mail.ts';
import { deleteOldLinks } from '#server/accounts/auth/mailed-links.ts';
import { askedNotice, sendSecurityNotice } from '#server/accounts/auth/notices.ts';
import { deleteExpiredSessions } from '#server/accounts/auth/session-tokens.ts';
import { deleteExpiredDevices } from '#server/accounts/auth/two-step/remembered-devices.ts';
import { deleteUsedChallenges } from '#server/accounts/auth/used-challenges.ts';
import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';

export const authJobs = [
  // Links are made when the mail is sent, so that no job holds a token.
  defineJob('link-mail', askedMail, sendLinkMail, { retries: MAIL_RETRIES, sends: 'mails' }),
  defineJob('notice', askedNotice, sendSecurityNotice, { retries: MAIL_RETRIES, sends: 'mails' }),
  defineRepeated('expired-sessions', '7 * * * *', async (app, stopping) => {
    await deleteExpiredSessions(app, stopping);
    await deleteOldLinks(app, stopping);
    await deleteExpiredDevices(app, stopping);
    await deleteUsedChallenges(app, stopping);
  }),
];
