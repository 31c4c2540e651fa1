import { adminJobs } from '#server/operations/admin/admin.jobs.ts';
import { warnOfSupport } from '#server/operations/admin/database-support.ts';
import { beginUpkeep, upkeepJobs } from '#server/operations/upkeep/upkeep.jobs.ts';

export const operationsWork = {
  jobs: [...upkeepJobs, ...adminJobs],
  beforeStart: [],
  afterUpdate: [beginUpkeep, warnOfSupport],
};
