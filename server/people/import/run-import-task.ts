import fs, { createReadStream } from 'node:fs';
import type {
  ImportTask,
  ImportTasks,
  ReadInput,
  ReadOutput,
  TakeInput,
  TakenRow,
  TakeOutput,
} from './import-tasks.ts';
import { charsetOfHead, createUtf8Check, type FileCharset } from './read/charsets.ts';
import { toImportedContact } from './read/contact-values.ts';
import { personOfRow } from './read/csv-person.ts';
import { eachPiece, headOf, type KeptRow, PIECE_BYTES } from './read/import-files.ts';
import { isOwnJson, readJsonPeople } from './read/read-json.ts';
import { readTable } from './read/read-table.ts';
import { readVcards } from './read/read-vcards.ts';

/** The work of an import process. It may block: nothing else runs here. */

export const runImportTask = async (task: ImportTask): Promise<ImportTasks[keyof ImportTasks]['output']> =>
  task.name === 'read' ? read(task.input) : take(task.input);

const HEAD_BYTES = 64 * 1024;

async function read(input: ReadInput): Promise<ReadOutput> {
  const head = headOf(input.file, HEAD_BYTES);
  const strange = refusalOf(head);
  if (strange) return { refusal: strange };
  const charset = charsetOfHead(head) ?? (await charsetOf(input.file));
  try {
    const file =
      charset === 'utf-8' || isCardFile(head, charset) === '8-bit' ? input.file : transcode(input, charset);
    if (isOwnJson(head)) return readJsonPeople({ ...input, file });
    return isCardFile(head, charset) ? readVcards({ ...input, file }) : await readTable({ ...input, file });
  } finally {
    fs.rmSync(input.scratchFile, { force: true });
  }
}

/** Files that are often taken for a list of contacts, and what to do instead. */
function refusalOf(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 8);
  if (head.length === 0) return 'This file is empty.';
  if (start.startsWith('PK\u0003\u0004')) {
    return head.includes('[Content_Types].xml') || head.includes('xl/')
      ? 'This is an Excel file. Save it as CSV and import that.'
      : 'This is a ZIP archive. Unzip it and import the .csv or .vcf file inside.';
  }
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0'))
    return 'This is an Excel or Outlook file. Save it as CSV and import that.';
  if (start.startsWith('%PDF')) return 'This is a PDF. Import a .vcf or .csv file.';
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  if (zeros > 0 && charsetOfHead(head) === null) return 'This isn’t a contact file or a CSV file.';
  return null;
}

async function charsetOf(file: string): Promise<FileCharset> {
  const check = createUtf8Check();
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES }))
    check.add(piece as Buffer);
  return check.end();
}

/** Lines of contact files in 8 bits are decoded one by one, each by its own charset. */
function isCardFile(head: Buffer, charset: FileCharset): '8-bit' | '16-bit' | false {
  const isWide = charset.startsWith('utf-16');
  const text = isWide ? new TextDecoder(charset).decode(head) : head.toString('latin1');
  // Line by line: a pattern across lines would try every one of many empty ones again from each.
  const lines = text.replace(/^(?:\uFEFF|\u00ef\u00bb\u00bf)/, '').split(/[\r\n]/);
  if (!lines.some((line) => /^\s*BEGIN\s*:\s*VCARD\s*$/i.test(line))) return false;
  return isWide ? '16-bit' : '8-bit';
}

/** Writes the file once more in UTF-8. */
function transcode({ file, scratchFile }: ReadInput, charset: FileCharset): string {
  const decoder = new TextDecoder(charset);
  const target = fs.openSync(scratchFile, 'w');
  try {
    eachPiece(file, (piece) => fs.writeSync(target, decoder.decode(piece, { stream: true })));
    fs.writeSync(target, decoder.decode());
  } finally {
    fs.closeSync(target);
  }
  return scratchFile;
}

/** Rows taken at once are at most this long together. */
const TAKE_BYTES = 4 * 1024 * 1024;

function take({ rowsFile, from, count, columns, region, tags }: TakeInput): TakeOutput {
  const handle = fs.openSync(rowsFile, 'r');
  const rows: TakenRow[] = [];
  let next = from;
  let rest = Buffer.alloc(0);
  const piece = Buffer.alloc(PIECE_BYTES);
  try {
    for (;;) {
      const length = fs.readSync(handle, piece, 0, PIECE_BYTES, next + rest.length);
      rest = Buffer.concat([rest, piece.subarray(0, length)]);
      let begin = 0;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, begin)) {
        if (rows.length === count || (rows.length > 0 && next - from > TAKE_BYTES)) return { rows, next };
        const row = JSON.parse(rest.toString('utf8', begin, end)) as KeptRow;
        rows.push(takenOf(row, { columns, region, tags }));
        next += end + 1 - begin;
        begin = end + 1;
      }
      rest = rest.subarray(begin);
      if (length === 0) return { rows, next: null };
    }
  } finally {
    fs.closeSync(handle);
  }
}

function takenOf(
  row: KeptRow,
  { columns, region, tags }: Pick<TakeInput, 'columns' | 'region' | 'tags'>,
): TakenRow {
  if ('e' in row) return { line: row.l, error: row.e };
  const person = 'p' in row ? row.p : personOfRow(row.c, columns);
  const contact = toImportedContact(person, region, tags);
  if (!contact) return { line: row.l, error: 'This row has no name, email, phone, or company.' };
  const { values, moreNotes, keys, remarks } = contact;
  return {
    line: row.l,
    error: null,
    json: JSON.stringify(values),
    moreNotes,
    keys,
    hasMail: values.email !== null,
    tags: values.tags,
    photo: person.photo,
    remarks,
  };
}
