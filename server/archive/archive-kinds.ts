import { defineJob, defineScheduledJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/** The jobs of archives. Each does a few seconds' work and sends the next, so that accounts take turns. */

const ofOne = z.object({ id: z.string() });

export const readArchiveJob = defineJob('account-import-read', ofOne);
export const runArchiveJob = defineJob('account-import-run', ofOne);
export const oldArchives = defineScheduledJob('old-account-imports');
