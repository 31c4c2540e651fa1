import { inArray, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { addPhotos } from './import-photos.ts';
import { discardFiles } from './imports.ts';
import { prepareImport } from './prepare-import.ts';
import { importRows } from './run-import.ts';
import { undoRows } from './undo-import.ts';

/** A file that nobody imports is deleted after this long. */
const WAITING_DAYS = 7;

const ofOne = z.object({ id: z.string() });
const toRead = ofOne.extend({ revision: z.number() });

/** Each but the first does a few seconds' work and sends the next, so that accounts take turns. */
export const importJobs = [
  defineJob('contact-import-read', toRead, (app, data, _id, _at, isLastTry) =>
    prepareImport(app, data, isLastTry),
  ),
  defineJob('contact-import-run', ofOne, (app, data, _id, _at, isLastTry) =>
    importRows(app, data, isLastTry),
  ),
  defineJob('contact-import-photos', ofOne, addPhotos),
  defineJob('contact-import-undo', ofOne, undoRows),
  defineRepeated('old-contact-imports', '41 * * * *', purgeImports),
];

/** After a start, imports go on at once: the queue would wait until it has noticed that their process is gone. */
export async function resumeImports({ db, queue }: AppContext): Promise<void> {
  const open = await db
    .select({ id: contactImports.id, state: contactImports.state, revision: contactImports.revision })
    .from(contactImports)
    .where(inArray(contactImports.state, ['reading', 'running', 'undoing']))
    .limit(1_000);
  for (const { id, state, revision } of open) {
    if (state === 'reading') await queue.send(db, 'contact-import-read', { id, revision });
    else await queue.send(db, state === 'running' ? 'contact-import-run' : 'contact-import-undo', { id });
  }
}

/** Forgets imports that can no longer be undone, and files that nobody imported. */
export async function purgeImports(app: AppContext): Promise<void> {
  const ago = (days: number) => new Date(app.now().getTime() - days * DAY_MS).toISOString();
  const waiting = await app.db
    .update(contactImports)
    .set({ state: 'canceled', preview: null, finishedAt: app.now() })
    .where(
      sql`${contactImports.state} = 'ready' and ${contactImports.createdAt} < ${ago(WAITING_DAYS)}::timestamptz`,
    )
    .returning({ blobName: contactImports.blobName });
  const old = await app.db
    .delete(contactImports)
    .where(
      sql`${contactImports.finishedAt} < ${ago(IMPORT_UNDO_DAYS + 1)}::timestamptz and ${contactImports.state} <> 'undoing'`,
    )
    .returning({ blobName: contactImports.blobName });
  for (const { blobName } of [...waiting, ...old]) await discardFiles(app.imports, blobName);
  await sweepFiles(app);
}

/** Deletes what a process that was killed left behind. */
async function sweepFiles({ db, imports, now }: AppContext): Promise<void> {
  for await (const names of imports.files.writtenBefore(new Date(now().getTime() - DAY_MS))) {
    const uploads = names.map((name) => name.replace(/\.\w+$/, '.upload'));
    const known = await db
      .select({ blobName: contactImports.blobName })
      .from(contactImports)
      .where(inArray(contactImports.blobName, uploads));
    const kept = new Set(known.map(({ blobName }) => blobName));
    for (const name of names) {
      if (!kept.has(name.replace(/\.\w+$/, '.upload'))) await imports.files.delete(name);
    }
  }
}
