import { purgeDrafts } from '#server/cards/drafts/drafts.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

export const draftJobs = [defineRepeated('old-drafts', '52 * * * *', purgeDrafts)];
