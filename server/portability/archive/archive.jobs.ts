import type { AppContext } from '#server/context.ts';
import { workWhenDue } from '#server/infra/long-work/run-long-work.ts';
import { sweepWorks } from '#server/infra/long-work/sweep-works.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { archiveWork } from './archive-work.ts';

export const archiveJobs = [
  defineRepeated('old-account-imports', '52 * * * *', (app, stopping) =>
    sweepWorks(app, archiveWork, stopping),
  ),
];

export const archivesWhenDue = (app: AppContext): void => workWhenDue(app, archiveWork);
