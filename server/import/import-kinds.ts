import { defineJob, defineScheduledJob } from '#server/infra/queue/queue.ts';
import { z } from '#shared/zod.ts';

/** The jobs of imports. Each but the first does a few seconds' work and sends the next, so that accounts take turns. */

const ofOne = z.object({ id: z.string() });

export const readImport = defineJob(
  'contact-import-read',
  z.object({ id: z.string(), revision: z.number() }),
);
export const runImport = defineJob('contact-import-run', ofOne);
export const photosOfImport = defineJob('contact-import-photos', ofOne);
export const undoImport = defineJob('contact-import-undo', ofOne);
export const oldImports = defineScheduledJob('old-contact-imports');
