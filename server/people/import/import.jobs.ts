import type { AppContext } from '#server/context.ts';
import { workWhenDue } from '#server/infra/long-work/run-long-work.ts';
import { sweepWorks } from '#server/infra/long-work/sweep-works.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { importWork } from './import-work.ts';

export const importJobs = [
  defineRepeated('old-contact-imports', '41 * * * *', (app, stopping) =>
    sweepWorks(app, importWork, stopping),
  ),
];

export const importsWhenDue = (app: AppContext): void => workWhenDue(app, importWork);
