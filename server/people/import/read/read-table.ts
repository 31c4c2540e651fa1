import { createReadStream } from 'node:fs';
import { fromHarmless } from '#server/infra/csv.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import type { ImportColumn } from '#shared/people/import.ts';
import type { ReadInput, ReadOutput } from '../import-tasks.ts';
import { guessColumns, orderByLanguage } from './csv-columns.ts';
import { createDateJudge } from './csv-dates.ts';
import { createWriter, headOf, NOTHING, PIECE_BYTES, Refusal } from './import-files.ts';
import { ownTargetOf } from './own-exports.ts';
import { type CsvShape, isMailText, isPhoneText, readRows, shapeOf } from './read-csv.ts';
import { sourceOfColumns } from './sources.ts';

/** Reads a table to its end, and guesses what its columns are. */

const HEAD_BYTES = 128 * 1024;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;

export async function readTable({ file, rowsFile, fileName }: ReadInput): Promise<ReadOutput> {
  const head = headOf(file, HEAD_BYTES);
  const skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const text = new TextDecoder().decode(head.subarray(skip));
  const shape = shapeOf(text);
  if (!shape || !isTable(shape, text)) return { refusal: 'This isn’t a contact file or a CSV file.' };
  const source = sourceOfColumns(shape.headings, fileName);
  const columns = columnsOf(shape);
  if (source === 'goldleaf') {
    for (const column of columns) column.target = ownTargetOf(column, shape.headings);
  }
  const restore = source === 'goldleaf' ? fromHarmless : (cell: string) => cell;
  const judges = columns.map(createDateJudge);
  const writer = createWriter(rowsFile);
  let seen = -1;
  try {
    await readRows((from) => createReadStream(file, { start: from + skip, highWaterMark: PIECE_BYTES }), {
      separator: shape.separator,
      onRow({ line, cells }) {
        seen += 1;
        if (seen <= shape.headRow || cells.every((cell) => cell.trim() === '')) return;
        const row = cells.map((cell) => restore(cell.trim()));
        addSamples(columns, row);
        for (const [place, judge] of judges.entries()) judge.add(row[place] ?? '');
        writer.write({ l: line, c: row });
      },
      onBroken: (line, message) => writer.write({ l: line, e: message }),
    });
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  } finally {
    writer.end();
  }
  if (writer.count() === 0) return { refusal: NOTHING };
  if (shape.isUnknown) guessByContent(columns);
  const usual = orderByLanguage(shape.headings);
  for (const [place, column] of columns.entries()) column.dates = judges[place]?.result(usual) ?? null;
  return { format: 'csv', source, rows: writer.count(), photos: 0, columns };
}

/** Prose is no table: it has no known heading, and no row has two cells or an address. */
const isTable = ({ headRow, headings }: CsvShape, text: string): boolean =>
  headRow >= 0 || headings.length > 1 || text.includes('@');

const columnsOf = ({ headRow, headings }: CsvShape): ImportColumn[] =>
  (headRow < 0
    ? headings.map(() => ({ target: 'other' as const, label: '', group: '' }))
    : guessColumns(headings)
  ).map((guess, place) => ({ heading: headings[place] ?? '', ...guess, samples: [], dates: null }));

function addSamples(columns: ImportColumn[], cells: string[]): void {
  for (const [place, column] of columns.entries()) {
    const cell = cells[place];
    if (cell && column.samples.length < SAMPLES) {
      const sample = cutText(cleanText(cell), SAMPLE_LENGTH);
      if (sample) column.samples.push(sample);
    }
  }
}

/** A table without headings that we can read: mail addresses and numbers show what they are, and the first words are the name. */
function guessByContent(columns: ImportColumn[]): void {
  let hasName = columns.some(({ target }) => target === 'fullName');
  for (const column of columns) {
    const { samples } = column;
    if (samples.length === 0 || column.target !== 'other') continue;
    if (samples.every(isMailText)) column.target = 'email';
    else if (samples.every(isPhoneText)) column.target = 'phone';
    else if (samples.every((sample) => /^https?:\/\//i.test(sample))) column.target = 'website';
    else if (!hasName && samples.every((sample) => /^[\p{L}\p{M}\s.,'’-]+$/u.test(sample))) {
      hasName = true;
      column.target = 'fullName';
    }
  }
}
