import type { AppContext } from '#server/context.ts';
import { workWhenDue } from '#server/infra/long-work/run-long-work.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { sweepLists } from './forget-cells.ts';
import { listWork } from './list-work.ts';

export const listJobs = [defineRepeated('old-team-lists', '47 * * * *', sweepLists)];

export const listsWhenDue = (app: AppContext): void => workWhenDue(app, listWork);
