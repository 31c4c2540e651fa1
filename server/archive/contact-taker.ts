import fs from 'node:fs';
import { personOfJson } from '#server/import/goldleaf-person.ts';
import { isSomebody, type PhotoPlace } from '#server/import/person.ts';
import { createWriter, eachPiece, type KeptRow } from '#server/import/row-file.ts';
import { IMAGE_BYTES_MAX, IMPORT_ROWS_MAX } from '#shared/constants.ts';
import type { ArchiveFiles } from './archive-tasks.ts';
import { countOf } from './archive-words.ts';
import { createLines } from './json-lines.ts';

/** Takes contacts from an account's JSON and writes them as the import of contacts reads them. */

/** Notes are kept in memory until the contacts are written. */
const NOTES_LENGTH_MAX = 64 * 1024 * 1024;
/** What keeping a note takes besides its text. */
const NOTE_COST = 100;

const NO_CONTACT = 'This contact has no name, email, phone or company.';

/** A contact before its notes and its photo are known. */
interface Waiting {
  row: KeptRow;
  id: string;
  photo: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function createContactTaker(files: ArchiveFiles) {
  const scratch = createLines(files.scratch);
  const places = new Map<string, PhotoPlace | null>();
  const notesOf = new Map<string, string[]>();
  const lost = { contacts: 0, notes: 0 };
  let count = 0;
  let notesLength = 0;

  return {
    count: () => count,
    takeContact(contact: Record<string, unknown>): void {
      if (count >= IMPORT_ROWS_MAX) {
        lost.contacts += 1;
        return;
      }
      count += 1;
      const person = personOfJson(contact);
      const photo = /^\/(media\/[\w.-]+)$/.exec(text(contact.profileImage))?.[1] ?? '';
      if (photo) places.set(photo, null);
      const row: KeptRow =
        person && isSomebody(person) ? { l: count, p: person } : { l: count, e: NO_CONTACT };
      scratch.write({ row, id: text(contact.id), photo } satisfies Waiting);
    },
    takeNote(note: Record<string, unknown>): void {
      const words = text(note.text);
      if (!words) return;
      if (notesLength + words.length > NOTES_LENGTH_MAX) {
        lost.notes += 1;
        return;
      }
      notesLength += words.length + NOTE_COST;
      const id = text(note.contactId);
      const there = notesOf.get(id);
      if (there) there.push(words);
      else notesOf.set(id, [words]);
    },
    photos: createPhotos(files.photos, places),
    /** Writes the contacts with their notes and photos; returns how many have a photo. */
    finish(): number {
      scratch.end();
      return writeRows(files, notesOf, places);
    },
    notes: () => [
      ...(lost.contacts > 0
        ? [
            `${countOf(lost.contacts, 'contact')}: at most ${IMPORT_ROWS_MAX.toLocaleString('en')} are imported at once.`,
          ]
        : []),
      ...(lost.notes > 0 ? [`${countOf(lost.notes, 'note')} of contacts: there are too many.`] : []),
    ],
    close(): void {
      scratch.close();
      fs.rmSync(files.scratch, { force: true });
    },
  };
}

/** The pictures that contacts show, one after the other in one file. */
function createPhotos(file: string, places: Map<string, PhotoPlace | null>) {
  const handle = fs.openSync(file, 'w');
  let length = 0;
  return {
    /** Where the bytes of a picture of the archive go. */
    sink(path: string) {
      const from = length;
      const isWanted = places.has(path);
      let bytes = 0;
      return {
        add(piece: Buffer): void {
          if (!isWanted || bytes > IMAGE_BYTES_MAX) return;
          bytes += piece.length;
          fs.writeSync(handle, piece);
          length += piece.length;
        },
        end(): void {
          if (isWanted && bytes > 0 && bytes <= IMAGE_BYTES_MAX) places.set(path, { from, bytes });
        },
      };
    },
    close: () => fs.closeSync(handle),
  };
}

function writeRows(
  { scratch, rows }: ArchiveFiles,
  notesOf: ReadonlyMap<string, string[]>,
  places: ReadonlyMap<string, PhotoPlace | null>,
): number {
  const writer = createWriter(rows);
  let photos = 0;
  let rest = Buffer.alloc(0);
  const take = (line: string) => {
    const { row, id, photo } = JSON.parse(line) as Waiting;
    if ('p' in row) {
      // The newest came first.
      row.p.moreNotes.push(...(notesOf.get(id) ?? []).toReversed());
      row.p.photo = places.get(photo) ?? null;
      if (row.p.photo) photos += 1;
    }
    writer.write(row);
  };
  eachPiece(scratch, (piece) => {
    const whole = Buffer.concat([rest, piece]);
    let begin = 0;
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, begin)) {
      take(whole.toString('utf8', begin, end));
      begin = end + 1;
    }
    rest = Buffer.from(whole.subarray(begin));
  });
  writer.end();
  return photos;
}
