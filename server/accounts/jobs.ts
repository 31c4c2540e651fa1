import { authJobs } from '#server/accounts/auth/auth.jobs.ts';

export const accountsWork = {
  jobs: authJobs,
  beforeStart: [],
  afterUpdate: [],
};
