import type { PhoneRegion } from '#server/infra/phone.ts';
import type { ImportColumn, ImportSource } from '#shared/people/import.ts';
import type { MappedColumn } from './read/csv-headings.ts';
import type { PhotoPlace } from './read/person.ts';

/** The tasks of an import process and their results; only the child loads the parsers. */

export interface ReadInput {
  /** The uploaded file. */
  file: string;
  /** Where to write the rows, one line of JSON each, and the photos, one after the other. */
  rowsFile: string;
  photosFile: string;
  /** For a copy in UTF-8 while it is read. */
  scratchFile: string;
  fileName: string;
}

export type ReadOutput =
  | { refusal: string }
  | {
      format: 'vcard' | 'csv' | 'json';
      source: ImportSource | null;
      rows: number;
      photos: number;
      columns: ImportColumn[];
    };

export interface TakeInput {
  rowsFile: string;
  /** Byte of the first row wanted. */
  from: number;
  count: number;
  columns: MappedColumn[];
  region: PhoneRegion | null;
  tags: string[];
}

/** A row that is a contact, or why it is none. */
export type TakenRow =
  | { line: number; error: string }
  | {
      line: number;
      error: null;
      /** `ContactValues` as JSON: the server passes them on to the database unread. */
      json: string;
      moreNotes: string[];
      keys: string[];
      hasMail: boolean;
      tags: string[];
      photo: PhotoPlace | null;
      remarks: string[];
    };

export interface TakeOutput {
  rows: TakenRow[];
  /** Where the rest begins; null at the end. */
  next: number | null;
}

export type ImportTasks = {
  /** Reads an uploaded file to its end and writes its rows. */
  read: { input: ReadInput; output: ReadOutput };
  /** Makes contacts of the next rows. */
  take: { input: TakeInput; output: TakeOutput };
};

export type ImportTask = {
  [Name in keyof ImportTasks]: { name: Name; input: ImportTasks[Name]['input'] };
}[keyof ImportTasks];
