import { adminJobs } from '#server/operations/admin/admin.jobs.ts';
import { warnOfSupport } from '#server/operations/admin/database-support.ts';
import { forgetOldCounts } from '#server/operations/upkeep/old-limit-counts.ts';
import { beginUpkeep, upkeepJobs } from '#server/operations/upkeep/upkeep.jobs.ts';

export const operationsWork = {
  jobs: [...upkeepJobs, ...adminJobs],
  beforeStart: [forgetOldCounts],
  afterUpdate: [beginUpkeep, warnOfSupport],
};
