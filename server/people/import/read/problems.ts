import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { contactImportRows } from '#server/db/schema/people-changes.ts';
import { csvHead, csvLines } from '#server/infra/csv.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { sendText } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { findWork } from '#server/infra/long-work/read-works.ts';
import { importWork } from '../import-work.ts';

const AT_ONCE = 1_000;
const OUTCOMES = {
  added: 'Imported',
  filled: 'Imported',
  skipped: 'Skipped',
  failed: 'Not imported',
  removed: 'Undone',
  kept: 'Kept',
} as const;

/** Rows that could not be imported as they were, by line; before the import, those its preview shows. */
export async function exportProblems(ctx: UserContext, { params }: ById): Promise<FileBody> {
  const found = await findWork(ctx, importWork, params.id);
  async function* write() {
    yield csvHead(['Line', 'Result', 'Problem']);
    if (found.preview && found.done === 0) {
      yield csvLines(found.preview.problems.map(({ line, message }) => [String(line), '', message]));
      return;
    }
    for (let from = -1; ; ) {
      const rows = await ctx.db
        .select()
        .from(contactImportRows)
        .where(
          and(
            eq(contactImportRows.importId, found.id),
            isNotNull(contactImportRows.note),
            gt(contactImportRows.line, from),
          ),
        )
        .orderBy(asc(contactImportRows.line))
        .limit(AT_ONCE);
      yield csvLines(rows.map(({ line, outcome, note }) => [String(line), OUTCOMES[outcome], note]));
      if (rows.length < AT_ONCE) return;
      from = rows.at(-1)?.line ?? from;
    }
  }
  return sendText(ctx, write, { fileName: 'import-problems.csv', type: 'text/csv; charset=utf-8' });
}
