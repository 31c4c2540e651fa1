import { accountDataJobs } from '#server/portability/account/account-data.jobs.ts';
import { erasuresWhenDue } from '#server/portability/account/erase-rest.ts';
import { archiveJobs, archivesWhenDue } from '#server/portability/archive/archive.jobs.ts';

export const portabilityWork = {
  jobs: [...archiveJobs, ...accountDataJobs],
  beforeStart: [archivesWhenDue, erasuresWhenDue],
  afterUpdate: [],
};
