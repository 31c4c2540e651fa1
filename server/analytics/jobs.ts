import { analyticsJobs, beginOlderViews } from '#server/analytics/analytics/analytics.jobs.ts';

export const analyticsWork = {
  jobs: analyticsJobs,
  beforeStart: [],
  afterUpdate: [beginOlderViews],
};
