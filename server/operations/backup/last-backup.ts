import type { Db } from '#server/db/open.ts';
import { readReport, writeReport } from '#server/money/billing/reports.ts';

/** The last backup that was complete: when its data was current, and its size; null if there was none. */
export async function readLastBackup(db: Db): Promise<{ at: Date; bytes: number } | null> {
  const report = await readReport(db, 'backup');
  return report && { at: report.at, bytes: report.data.bytes };
}

/** Notes a backup that is complete. */
export const noteLastBackup = (db: Db, { at, bytes }: { at: Date; bytes: number }): Promise<void> =>
  writeReport(db, 'backup', { bytes }, at);
