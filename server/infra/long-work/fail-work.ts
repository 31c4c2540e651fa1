import type { AppContext } from '#server/context.ts';
import { sqlState } from '#server/db/open.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { AppError } from '#shared/contract/errors.ts';
import { inSeconds } from './lease.ts';
import { discardUpload, type LongWork, type LongWorkRow } from './long-work.ts';

/** As many tries as a job has: see `defineJob`. */
const TRIES_MAX = 10;
const RETRY_SECONDS = 5;
const RETRY_SECONDS_MAX = 3_600;

/** True if a file was not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Ends it as failed, with a sentence for its owner, unless somebody got further with it or canceled it. */
export async function failWork<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  row: Row,
  error: string,
): Promise<void> {
  const [failed] = await app.db
    .update(work.table)
    .set({ ...work.emptied, state: 'failed', error, finishedAt: app.now() })
    .where(work.isAt(row))
    .returning({ id: work.table.id });
  if (failed) await discardUpload(app, work, row);
}

/** Only what has not changed anything for good yet can fail; everything else is tried again for as long as it takes. */
export const canFail = ({ state }: LongWorkRow): boolean => state === 'reading' || state === 'running';

/** Ends what met an error that another try would meet again; everything else is tried again, later each time. */
export async function failOrRetry<Row extends LongWorkRow>(
  app: AppContext,
  work: LongWork<Row>,
  row: Row,
  error: unknown,
): Promise<void> {
  const { name, table, words } = work;
  const { id, tries } = row;
  app.log.warn({ work: name, id, try: tries + 1, error: describeError(error) }, 'Long work failed');
  const sentence = whyHopeless(error, words) ?? (tries + 1 >= TRIES_MAX ? whyGivenUp(error) : null);
  if (sentence && canFail(row)) {
    await failWork(app, work, row, sentence);
    return;
  }
  const seconds = Math.min(RETRY_SECONDS * 2 ** Math.min(tries, TRIES_MAX), RETRY_SECONDS_MAX);
  await app.db
    .update(table)
    .set({ tries: tries + 1, leaseHolder: null, leaseUntil: inSeconds(seconds) })
    .where(work.isAt(row));
}

function whyHopeless(error: unknown, { unsavable, filesGone }: LongWork['words']): string | null {
  // The process refused the file, or took too long over it.
  if (error instanceof AppError && error.code === 'invalid') return error.message;
  // Data exceptions: PostgreSQL, appendix A.
  if (sqlState(error)?.startsWith('22')) return unsavable;
  return isMissing(error) ? filesGone : null;
}

const whyGivenUp = (error: unknown): string =>
  error instanceof AppError && error.code === 'storage_full'
    ? 'The import stopped because we’re out of space for files right now. Please try again later.'
    : 'The import stopped because of a problem on our end. Please try again.';
