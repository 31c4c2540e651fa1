import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { contactImports, type ImportPreview } from '#server/db/schema/people-changes.ts';
import { matchOwn } from '#server/db/search/match-contacts.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import type { PhoneRegion } from '#server/infra/phone.ts';
import { AppError } from '#shared/contract/errors.ts';
import { IMPORT_ERRORS_SHOWN } from '#shared/people/import.ts';
import { createSeen, findDuplicates } from './duplicates.ts';
import type { TakenRow } from './import-tasks.ts';
import { importFilesIn } from './imports.ts';
import type { ContactValues } from './read/contact-values.ts';
import type { ImportRow } from './read-imports.ts';

/** Rows looked at together. */
const AT_ONCE = 500;
const PEOPLE_SHOWN = 10;

/** Reads an uploaded file, and finds out what an import would do; changes no contact. */
export async function prepareImport(app: AppContext, row: ImportRow): Promise<void> {
  const read = row.rows === null ? await readFile(app, row) : row;
  if (!read) return;
  while (!(await matchOwn(app.db, row.userId, AT_ONCE)));
  const preview = await app.imports.inTurn(() => makePreview(app, read));
  // Of a table, the owner can say what its columns are.
  if (read.format !== 'csv' && preview.newPeople + preview.duplicates === 0) {
    throw new AppError('invalid', whyNobody(preview));
  }
  reachPoint('contact-imports', 'read');
  await app.db.update(contactImports).set({ state: 'ready', preview }).where(isUnchanged(row));
}

const isUnchanged = ({ id, revision }: ImportRow) =>
  and(eq(contactImports.id, id), eq(contactImports.state, 'reading'), eq(contactImports.revision, revision));

function whyNobody({ problems: [first] }: ImportPreview): string {
  return `No contact in this file can be read.${first ? ` Line ${first.line}: ${first.message}` : ''}`;
}

/** Returns the row as it is then, or null if somebody was faster. */
async function readFile(app: AppContext, row: ImportRow): Promise<ImportRow | null> {
  const { store, tasks } = app.imports;
  const files = importFilesIn(row.blobName);
  const { fileName } = row;
  const output = await store.withLocal(async (local) => {
    const input = {
      fileName,
      file: await local.read(files.upload),
      rowsFile: local.write(files.rows),
      photosFile: local.write(files.photos),
      scratchFile: local.scratch(),
    };
    const reading = tasks.run('read', input, { lane: 'background', key: row.userId, name: fileName });
    reachPoint('contact-imports', 'child reading');
    return reading;
  });
  if ('refusal' in output) throw new AppError('invalid', output.refusal);
  const { format, source, rows, columns, photos } = output;
  const [read] = await app.db
    .update(contactImports)
    .set({ format, source, rows, columns, photosWanted: photos })
    .where(isUnchanged(row))
    .returning();
  return read ?? null;
}

async function makePreview(app: AppContext, row: ImportRow): Promise<ImportPreview> {
  const preview: ImportPreview = {
    people: [],
    newPeople: 0,
    duplicates: 0,
    errors: 0,
    photos: row.photosWanted,
    problems: [],
  };
  const seen = createSeen();
  for (let from: number | null = 0; from !== null; ) {
    const { rows, next }: { rows: TakenRow[]; next: number | null } = await takeRows(app, row, from, AT_ONCE);
    const keys = rows.flatMap((one) => (one.error === null ? one.keys : []));
    const duplicates = await findDuplicates(app.db, row.userId, keys, seen);
    for (const one of rows) addRow(preview, one, duplicates);
    from = next;
  }
  return preview;
}

function addRow(
  preview: ImportPreview,
  row: TakenRow,
  duplicates: Awaited<ReturnType<typeof findDuplicates>>,
): void {
  const note = (message: string) => {
    if (preview.problems.length < IMPORT_ERRORS_SHOWN) preview.problems.push({ line: row.line, message });
  };
  if (row.error !== null) {
    preview.errors += 1;
    note(row.error);
    return;
  }
  for (const remark of row.remarks) note(`${remark}.`);
  const isDuplicate = duplicates.find(row) !== null;
  if (isDuplicate) preview.duplicates += 1;
  else {
    preview.newPeople += 1;
    duplicates.add(row, '');
  }
  if (preview.people.length >= PEOPLE_SHOWN) return;
  const values = JSON.parse(row.json) as ContactValues;
  const { fullName, email, moreEmails, phone, morePhones, company, jobTitle } = values;
  preview.people.push({
    line: row.line,
    fullName,
    emails: [email ?? [], ...moreEmails.map(({ value }) => value)].flat(),
    phones: [phone ?? [], ...morePhones.map(({ value }) => value)].flat(),
    company: company ?? '',
    jobTitle: jobTitle ?? '',
    isDuplicate,
  });
}

/** The next rows of an import as contacts. */
export const takeRows = (app: AppContext, row: ImportRow, from: number, count: number) =>
  app.imports.store.withLocal(async (local) =>
    app.imports.tasks.run(
      'take',
      {
        rowsFile: await local.read(importFilesIn(row.blobName).rows),
        from,
        count,
        columns: row.columns.map(({ heading, target, label, group, dates }) => ({
          ...{ heading, target, label, group },
          dateOrder: dates?.order ?? null,
        })),
        region: row.region as PhoneRegion | null,
        tags: row.tags,
      },
      { lane: 'background', key: row.userId, name: row.fileName },
    ),
  );
