import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { purgeMails } from '#server/teams/invites/invite-mails.ts';
import { invitedMail, mailInvite } from '#server/teams/invites/mail-invite.ts';
import { sendWaiting } from '#server/teams/invites/send-waiting.ts';

export const inviteJobs = [
  defineJob('team-invite', invitedMail, mailInvite, { retries: MAIL_RETRIES, sends: 'mails' }),
  defineRepeated('waiting-invites', '*/10 * * * *', sendWaiting, { isBrief: true }),
  defineRepeated('old-invite-mails', '40 3 * * *', purgeMails),
];
