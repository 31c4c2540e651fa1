import { archiveJobs, resumeArchives } from '#server/portability/archive/archive.jobs.ts';

export const portabilityWork = {
  jobs: archiveJobs,
  beforeStart: [],
  afterUpdate: [resumeArchives],
};
