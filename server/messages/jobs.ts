import { modelJobs } from '#server/messages/model/model.jobs.ts';
import { sendOverdueJob } from '#server/messages/notices/arrivals.ts';
import { noticeJobs } from '#server/messages/notices/notices.jobs.ts';
import { remindersWhenDue } from '#server/messages/notices/reminders.ts';
import { sendDueTextsSoon } from '#server/messages/sms/send-texts.ts';
import { smsJobs } from '#server/messages/sms/sms.jobs.ts';

export const messagesWork = {
  jobs: [...modelJobs, ...noticeJobs, ...smsJobs],
  beforeStart: [remindersWhenDue],
  afterUpdate: [sendOverdueJob, sendDueTextsSoon],
};
