import { archiveJobs, archivesWhenDue } from '#server/portability/archive/archive.jobs.ts';

export const portabilityWork = {
  jobs: archiveJobs,
  beforeStart: [archivesWhenDue],
  afterUpdate: [],
};
