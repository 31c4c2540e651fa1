import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { and, asc, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { importFilesIn } from '#server/people/import/imports.ts';
import type { KeptRow } from '#server/people/import/read/import-files.ts';
import { countMailsLeft } from '#server/teams/invites/allowance.ts';
import { AppError } from '#shared/contract/errors.ts';
import { cleanText } from '#shared/contract/fields.ts';
import type { ImportColumn } from '#shared/people/import.ts';
import { LIST_ROWS_MAX } from '#shared/teams/limits.ts';
import type { TeamList } from '#shared/teams/lists.ts';
import { type Judged, judgeRows } from './judge-rows.ts';
import { toListColumns } from './list-columns.ts';
import type { ListRow } from './read-lists.ts';

/** Reads an uploaded list into rows, and finds out what it would do; prepares no card. */

const PEOPLE_SHOWN = 10;
/** A list with more has a mistake that one sees in the first. */
const PROBLEMS_SHOWN = 200;

export async function readList(app: AppContext, row: ListRow): Promise<void> {
  const read = row.rows === null ? await keepRows(app, row) : row;
  if (!read) return;
  const judged = await judgeRows(app.db, read, await rowsOf(app.db, read));
  const preview = previewOf(judged, await countMailsLeft(app, read.userId));
  reachPoint('team-lists', 'read');
  await app.db.update(teamLists).set({ state: 'ready', preview }).where(isUnchanged(read));
}

const isUnchanged = ({ id, revision }: ListRow) =>
  and(eq(teamLists.id, id), eq(teamLists.state, 'reading'), eq(teamLists.revision, revision));

const rowsOf = (db: Db, { id }: ListRow) =>
  db.select().from(teamListRows).where(eq(teamListRows.listId, id)).orderBy(asc(teamListRows.line));

/** Returns the list as it is then, or null if somebody was faster. */
async function keepRows(app: AppContext, row: ListRow): Promise<ListRow | null> {
  const { columns, rows } = await readFile(app, row);
  return app.db.transaction(async (tx) => {
    const set = { rows: rows.length, columns: toListColumns(columns) };
    const [read] = await tx.update(teamLists).set(set).where(isUnchanged(row)).returning();
    if (!read) return null;
    const values = rows.map((one) => ({
      listId: row.id,
      line: one.l,
      cells: 'c' in one ? one.c.map(cleanText) : null,
      note: 'e' in one ? one.e : null,
    }));
    await tx.insert(teamListRows).values(values).onConflictDoNothing();
    return read;
  });
}

const NO_TABLE = 'This isn’t a list we can read. Save it as CSV, with a column for names and one for email.';

/** Throws 400 with what is wrong with the file. */
async function readFile(
  { teamLists: { store, tasks } }: AppContext,
  { blobName, fileName, userId }: ListRow,
): Promise<{ columns: ImportColumn[]; rows: KeptRow[] }> {
  const files = importFilesIn(blobName);
  return store.withLocal(async (local) => {
    const rowsFile = local.scratch();
    const input = {
      ...{ fileName, rowsFile },
      file: await local.read(files.upload),
      photosFile: local.scratch(),
      scratchFile: local.scratch(),
    };
    const reading = tasks.run('read', input, { lane: 'background', key: userId, name: fileName });
    reachPoint('team-lists', 'child reading');
    const output = await reading;
    if ('refusal' in output) throw new AppError('invalid', output.refusal);
    if (output.format !== 'csv') throw new AppError('invalid', NO_TABLE);
    if (output.rows > LIST_ROWS_MAX) throw new AppError('invalid', tooMany(output.rows));
    const rows: KeptRow[] = [];
    for await (const line of createInterface({ input: createReadStream(rowsFile) }))
      rows.push(JSON.parse(line) as KeptRow);
    return { columns: output.columns, rows };
  });
}

const tooMany = (rows: number) =>
  `This list has ${rows.toLocaleString('en-US')} rows, and one can have ${LIST_ROWS_MAX.toLocaleString('en-US')}. Split it.`;

function previewOf(judged: readonly Judged[], mailsLeft: number): NonNullable<TeamList['preview']> {
  const people = judged.flatMap(({ line, person }) => (person ? [{ line, ...pickShown(person) }] : []));
  const numberOf = (outcome: Judged['outcome']) => judged.filter((row) => row.outcome === outcome).length;
  return {
    people: people.slice(0, PEOPLE_SHOWN),
    ready: people.length,
    duplicates: numberOf('skipped'),
    errors: numberOf('failed'),
    problems: problemsOf(judged),
    mailsLeft,
  };
}

const pickShown = ({ fullName, email, role, jobTitle = '' }: NonNullable<Judged['person']>) => ({
  ...{ fullName, email, role, jobTitle },
});

/** The reasons why rows become no card, by line. */
export const problemsOf = (judged: readonly Judged[]): { line: number; message: string }[] =>
  judged
    .flatMap(({ line, note }) => (note === null ? [] : [{ line, message: note }]))
    .slice(0, PROBLEMS_SHOWN);
