import fs from 'node:fs';
import { IMPORT_ROWS_MAX } from '#shared/contract/constants.ts';
import type { ImportedPerson } from './person.ts';

/** The files of an import process: pieces of the upload, and the rows that it keeps. It may block. */

export const PIECE_BYTES = 256 * 1024;
export const NOTHING = 'This file has no contacts.';
export const NO_CONTACT = 'This contact has no name, email, phone, or company.';
const TOO_MANY = `This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it and import each part.`;

/** A row as it is kept between reading and importing. */
export type KeptRow = { l: number } & ({ e: string } | { p: ImportedPerson } | { c: string[] });

/** The first bytes. */
export function headOf(file: string, length: number): Buffer {
  const handle = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, 0));
  } finally {
    fs.closeSync(handle);
  }
}

export function eachPiece(file: string, take: (piece: Buffer) => void): void {
  const handle = fs.openSync(file, 'r');
  const bytes = Buffer.alloc(PIECE_BYTES);
  try {
    for (let length = -1; length !== 0; ) {
      length = fs.readSync(handle, bytes, 0, PIECE_BYTES, null);
      if (length > 0) take(bytes.subarray(0, length));
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** Thrown to leave a loop that calls back. */
export class Refusal extends Error {}

/** A file to which lines are added, many of them at once. */
export function createLineFile(file: string) {
  const handle = fs.openSync(file, 'w');
  let held: string[] = [];
  let length = 0;
  let isClosed = false;
  const flush = () => {
    fs.writeSync(handle, held.join(''));
    held = [];
    length = 0;
  };
  const close = () => {
    if (!isClosed) fs.closeSync(handle);
    isClosed = true;
  };
  return {
    add(line: string): void {
      held.push(line);
      length += line.length;
      if (length > PIECE_BYTES) flush();
    },
    end(): void {
      flush();
      fs.fsyncSync(handle);
      close();
    },
    close,
  };
}

export function createWriter(file: string) {
  const { add, end } = createLineFile(file);
  let rows = 0;
  return {
    count: () => rows,
    write(row: KeptRow): void {
      rows += 1;
      if (rows > IMPORT_ROWS_MAX) throw new Refusal(TOO_MANY);
      add(`${JSON.stringify(row)}\n`);
    },
    end,
  };
}
