import { type BuildColumns, inArray, type SQL } from 'drizzle-orm';
import type { PgTableWithColumns } from 'drizzle-orm/pg-core';
import type { AppContext } from '#server/context.ts';
import type { longWorkColumns } from '#server/db/columns.ts';
import type { userId } from '#server/db/schema/users.ts';
import type { Blobs } from '#server/infra/blobs/blobs.ts';

/**
 * Work on an uploaded file that outlasts the request and the process: a child process reads it, its owner sees what it
 * would do, and then it is done bit by bit, each bit with its place in one transaction (docs/decisions/352). A kind of it
 * is a table, a reader and a writer; everything else is here.
 *
 * reading → ready → running → done; failed or canceled on the way. Other states are of the kind.
 */

/** A table with `longWorkColumns` whose rows belong to accounts. */
export type LongWorkTable = PgTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: 'pg';
  columns: BuildColumns<
    string,
    ReturnType<typeof longWorkColumns<string, unknown>> & { userId: ReturnType<typeof userId> },
    'pg'
  >;
}>;
export type LongWorkRow = LongWorkTable['$inferSelect'];

/** A bit of the work that is to be done next. */
export interface WorkStep<Row> {
  /** The ending of the file without which it cannot be done here. */
  needs: string | null;
  /**
   * Does some of it and notes how far that is, in the row. Whoever does the same at the same time finds that it was
   * done. Killed at any moment, it is done again.
   */
  run(app: AppContext, row: Row): Promise<void>;
  /** Does without it if the file is gone, where it is not the work that fails. */
  doWithout?(app: AppContext, row: Row): Promise<void>;
}

export interface LongWork<Row extends LongWorkRow = LongWorkRow> {
  /** The name that wakes it: see `queue.whenDue`. */
  name: string;
  table: LongWorkTable;
  /** Its kind in the rules of `server/access`. */
  kind: 'contactImport' | 'accountImport' | 'teamList';
  stateOf(app: AppContext): LongWorkState;
  /** The endings of its files, besides the upload's. */
  endings: readonly string[];
  bytesMax: number;
  /** A file that its owner leaves alone is deleted after this long. */
  waitingDays: number;
  /** As in its unique index. */
  openStates: readonly string[];
  /** Rows that a process is to work on. */
  isToDo: SQL;
  /** Null where it is over, or waits for its owner. */
  stepOf(row: Row): WorkStep<Row> | null;
  /** True of the row if nobody has got further with it. */
  isAt(row: Row): SQL | undefined;
  /** Columns that are emptied when it fails or is canceled. */
  emptied: object;
  words: {
    /** "file" or "archive". */
    noun: string;
    /** Of an upload without a name. */
    fileName: string;
    openElsewhere: string;
    filesGone: string;
    unsavable: string;
  };
}

/** A process's state for one kind of long work. */
export interface LongWorkState {
  store: Blobs;
  /** Names this process in leases. */
  holder: string;
  /** The work it has in hand, by id. */
  turns: Map<string, Promise<void>>;
}

/** Work that is not over: its account may begin no other. */
export const isOpenWork = ({ table, openStates }: LongWork): SQL => inArray(table.state, [...openStates]);

/** Its columns once it is canceled. */
export const asCanceled = ({ emptied }: LongWork, now: Date) => ({
  ...emptied,
  ...{ preview: null, state: 'canceled', finishedAt: now },
});

/** The names of an upload's files, by their endings. */
export const nameIn = (blobName: string, ending: string): string =>
  blobName.replace(/\.upload$/, `.${ending}`);

/** Deletes what is left of an upload. */
export async function discardUpload(
  app: AppContext,
  work: LongWork,
  { blobName }: { blobName: string },
): Promise<void> {
  const { store } = work.stateOf(app);
  for (const ending of ['upload', ...work.endings]) await store.delete(nameIn(blobName, ending));
}
