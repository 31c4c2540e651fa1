import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ReadOutput, TakenRow, TakeOutput } from '#server/people/import/import-tasks.ts';
import type { ContactValues } from '#server/people/import/read/contact-values.ts';
import { runImportTask } from '#server/people/import/run-import-task.ts';

/** Reading files of contacts as the import process does, without a server. */

type Read = Exclude<ReadOutput, { refusal: string }>;

/** The contact of a row that is one. */
export const valuesOf = (row: TakenRow | undefined): ContactValues | null =>
  row?.error === null ? (JSON.parse(row.json) as ContactValues) : null;

/** For one file of tests; what is read lies in a folder of its own. */
export function startReading() {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-formats-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  async function readFile(file: string, fileName = path.basename(file)) {
    const rowsFile = path.join(folder, 'x.rows');
    const read = (await runImportTask({
      name: 'read',
      input: {
        file,
        rowsFile,
        photosFile: path.join(folder, 'x.photos'),
        scratchFile: path.join(folder, 'x.scratch'),
        fileName,
      },
    })) as Read;
    const { rows } = (await runImportTask({
      name: 'take',
      input: {
        rowsFile,
        from: 0,
        count: 500,
        columns: read.columns.map((one) => ({ ...one, dateOrder: one.dates?.order ?? null })),
        region: { country: 'GB' },
        tags: [],
      },
    })) as TakeOutput;
    return { read, rows };
  }

  async function readText(text: string | Buffer, name = 'people.csv') {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return readFile(file);
  }
  return { readFile, readText, photos: () => fs.readFileSync(path.join(folder, 'x.photos')) };
}
