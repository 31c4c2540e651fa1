import type { AppContext } from '#server/context.ts';
import { arrivalJobs } from '#server/notices/arrivals.ts';
import { noticeJobs } from '#server/notices/notice.ts';
import { pushJobs } from '#server/notices/push-jobs.ts';
import { reminderJobs } from '#server/notices/reminders.ts';

export function noticeFeatureJobs(app: AppContext): void {
  arrivalJobs(app);
  noticeJobs(app);
  pushJobs(app);
  reminderJobs(app);
}
