import { and, inArray, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { defineJob, defineRepeated } from '#server/infra/queue/define-job.ts';
import { IMPORT_UNDO_DAYS } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { discardArchive } from './account-imports.ts';
import { prepareArchive } from './prepare-archive.ts';
import { IS_OPEN_ACCOUNT_IMPORT } from './read-account-imports.ts';
import { runArchive } from './run-archive.ts';

/** An archive that nobody imports is deleted after this long: its files may be large, and count in no quota. */
const WAITING_DAYS = 1;

const ofOne = z.object({ id: z.string() });

/** Each does a few seconds' work and sends the next, so that accounts take turns. */
export const archiveJobs = [
  defineJob('account-import-read', ofOne, (app, data, _id, _at, isLastTry) =>
    prepareArchive(app, data, isLastTry),
  ),
  defineJob('account-import-run', ofOne, (app, data, _id, _at, isLastTry) =>
    runArchive(app, data, isLastTry),
  ),
  defineRepeated('old-account-imports', '52 * * * *', purgeArchives),
];

/** After a start, imports go on at once: the queue would wait until it has noticed that their process is gone. */
export async function resumeArchives({ db, queue }: AppContext): Promise<void> {
  const open = await db
    .select({ id: accountImports.id, state: accountImports.state })
    .from(accountImports)
    .where(inArray(accountImports.state, ['reading', 'running']))
    .limit(1_000);
  for (const { id, state } of open)
    await queue.send(db, state === 'reading' ? 'account-import-read' : 'account-import-run', { id });
}

/** Deletes archives that nobody imported, and forgets imports after a month. */
export async function purgeArchives(app: AppContext): Promise<void> {
  const ago = (days: number) => new Date(app.now().getTime() - days * DAY_MS).toISOString();
  const waiting = await app.db
    .update(accountImports)
    .set({ state: 'canceled', preview: null, finishedAt: app.now() })
    .where(
      sql`${accountImports.state} = 'ready' and ${accountImports.createdAt} < ${ago(WAITING_DAYS)}::timestamptz`,
    )
    .returning({ blobName: accountImports.blobName });
  for (const { blobName } of waiting) await discardArchive(app.accountImports, blobName);
  await app.db
    .delete(accountImports)
    .where(sql`${accountImports.finishedAt} < ${ago(IMPORT_UNDO_DAYS + 1)}::timestamptz`);
  await sweepFiles(app);
}

/** Deletes what a process that was killed left behind. */
async function sweepFiles({ db, accountImports: { files }, now }: AppContext): Promise<void> {
  for await (const names of files.writtenBefore(new Date(now().getTime() - DAY_MS))) {
    const uploads = [...new Set(names.map((name) => name.replace(/\.\w+$/, '.upload')))];
    const open = await db
      .select({ blobName: accountImports.blobName })
      .from(accountImports)
      .where(and(inArray(accountImports.blobName, uploads), IS_OPEN_ACCOUNT_IMPORT));
    const kept = new Set(open.map(({ blobName }) => blobName));
    for (const name of names) if (!kept.has(name.replace(/\.\w+$/, '.upload'))) await files.delete(name);
  }
}
