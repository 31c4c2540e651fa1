import { defineJob } from '#server/infra/queue/define-job.ts';
import { mail } from './letter.ts';
import { deliverMail, MAIL_RETRIES } from './mail.ts';

export const mailJobs = [defineJob('mail', mail, deliverMail, { retries: MAIL_RETRIES, sends: 'mails' })];
