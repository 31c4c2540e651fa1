import { MAIL_RETRIES } from '#server/infra/mail/mail.ts';
import { defineJob } from '#server/infra/queue/define-job.ts';
import { invitedMail, mailInvite } from '#server/teams/invites/mail-invite.ts';

export const inviteJobs = [defineJob('team-invite', invitedMail, mailInvite, { retries: MAIL_RETRIES })];
