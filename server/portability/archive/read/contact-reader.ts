import fs from 'node:fs';
import {
  createWriter,
  eachPiece,
  type KeptRow,
  NO_CONTACT,
} from '#server/people/import/read/import-files.ts';
import { type Json, personOfJson } from '#server/people/import/read/own-exports.ts';
import { isSomebody, type PhotoPlace } from '#server/people/import/read/person.ts';
import { IMAGE_BYTES_MAX, IMPORT_ROWS_MAX, MEDIA_BYTES_MAX } from '#shared/contract/constants.ts';
import { NOTES_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';
import type { ArchiveFiles } from '../archive-tasks.ts';
import { countOf, idText } from '../archive-words.ts';
import type { DiskBudget } from '../disk-budget.ts';
import { mediaNameOf } from '../zip-file.ts';
import { createLines } from './json-lines.ts';

/** Takes contacts from an account's JSON and writes them as the import of contacts reads them. */

export interface ContactLimits {
  /** Without their notes. */
  contactsBytesMax: number;
  /** Notes are kept in memory until the contacts are written. */
  notesLengthMax: number;
  photosBytesMax: number;
}

/** Five kilobytes for each contact of the largest import, and as many photos as an account has space for. */
const LIMITS: ContactLimits = {
  contactsBytesMax: 256 * 1024 ** 2,
  notesLengthMax: 64 * 1024 ** 2,
  photosBytesMax: MEDIA_BYTES_MAX,
};
/** The bytes that a note takes besides its text. */
const NOTE_COST = 100;

/** A contact before its notes and its photo are known. */
interface Waiting {
  row: KeptRow;
  id: string;
  photo: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function createContactReader(files: ArchiveFiles, budget: DiskBudget, limits = LIMITS) {
  const scratch = createLines(files.scratch, budget, limits.contactsBytesMax);
  const places = new Map<string, PhotoPlace | null>();
  const notes = createNotes(limits.notesLengthMax);
  const lost = { contacts: 0, large: 0 };
  const photos = createPhotos(files.photos, places, limits.photosBytesMax);
  let count = 0;

  return {
    count: () => count,
    takeContact(contact: Json): void {
      if (count >= IMPORT_ROWS_MAX) {
        lost.contacts += 1;
        return;
      }
      const person = personOfJson(contact);
      const image = idText(contact.profileImage);
      const photo = image.startsWith('/') && mediaNameOf(image.slice(1)) !== null ? image.slice(1) : '';
      const l = count + 1;
      const row: KeptRow = person && isSomebody(person) ? { l, p: person } : { l, e: NO_CONTACT };
      if (!scratch.write({ row, id: idText(contact.id), photo } satisfies Waiting)) {
        lost.large += 1;
        return;
      }
      count = l;
      if (photo) places.set(photo, null);
    },
    takeNote: notes.take,
    photos,
    /** Writes the contacts with their notes and photos; returns how many have a photo. */
    finish(): number {
      scratch.end();
      return writeRows(files, budget, notes.ofContacts, places);
    },
    notes: () => [
      ...(lost.contacts > 0
        ? [
            `${countOf(lost.contacts, 'contact')}: you can import ${IMPORT_ROWS_MAX.toLocaleString('en')} at once.`,
          ]
        : []),
      ...(lost.large > 0 ? [`${countOf(lost.large, 'contact')}: too much data in total.`] : []),
      ...(photos.left() > 0 ? [`${countOf(photos.left(), 'photo')} of contacts: too many.`] : []),
      ...(notes.lost() > 0 ? [`${countOf(notes.lost(), 'note')} of contacts: too many.`] : []),
    ],
    close(): void {
      scratch.close();
      fs.rmSync(files.scratch, { force: true });
    },
  };
}

/** The notes of contacts, by the id of the contact. */
function createNotes(lengthMax: number) {
  const ofContacts = new Map<string, string[]>();
  let length = 0;
  let lost = 0;
  return {
    ofContacts,
    lost: () => lost,
    take(note: Json): void {
      const words = text(note.text);
      const id = idText(note.contactId);
      if (!words || !id) return;
      const there = ofContacts.get(id);
      // The newest came first.
      if (length + words.length > lengthMax || (there && there.length >= NOTES_A_CONTACT_MAX)) {
        lost += 1;
        return;
      }
      length += words.length + NOTE_COST + (there ? 0 : id.length);
      if (there) there.push(words);
      else ofContacts.set(id, [words]);
    },
  };
}

/** The pictures that contacts show, one after the other in one file of so many bytes at most. */
function createPhotos(file: string, places: Map<string, PhotoPlace | null>, bytesMax: number) {
  const handle = fs.openSync(file, 'w');
  let length = 0;
  let left = 0;
  return {
    /** How many had no place any more. */
    left: () => left,
    /** Where the bytes of a picture of the archive go. */
    sink(path: string) {
      const from = length;
      const isWanted = places.has(path);
      let bytes = 0;
      const mayBe = Math.min(IMAGE_BYTES_MAX, bytesMax - from);
      return {
        add(piece: Buffer): void {
          if (!isWanted || bytes > mayBe) return;
          bytes += piece.length;
          if (bytes > mayBe) return;
          fs.writeSync(handle, piece);
          length += piece.length;
        },
        end(): void {
          if (!isWanted || bytes === 0) return;
          if (bytes <= mayBe) places.set(path, { from, bytes });
          else if (mayBe < IMAGE_BYTES_MAX) left += 1;
        },
      };
    },
    close: () => fs.closeSync(handle),
  };
}

function writeRows(
  { scratch, rows }: ArchiveFiles,
  budget: DiskBudget,
  notesOf: Map<string, string[]>,
  places: ReadonlyMap<string, PhotoPlace | null>,
): number {
  const writer = createWriter(rows);
  let photos = 0;
  let rest = Buffer.alloc(0);
  const take = (line: string) => {
    const { row, id, photo } = JSON.parse(line) as Waiting;
    if ('p' in row) {
      const notes = notesOf.get(id) ?? [];
      for (const note of notes) budget.spend(note.length);
      row.p.moreNotes.push(...notes.toReversed());
      // Of contacts with the same id, which no export of ours has, one gets the notes.
      notesOf.delete(id);
      row.p.photo = places.get(photo) ?? null;
      if (row.p.photo) photos += 1;
    }
    budget.spend(line.length);
    writer.write(row);
  };
  const takePiece = (piece: Buffer) => {
    const whole = Buffer.concat([rest, piece]);
    let begin = 0;
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, begin)) {
      take(whole.toString('utf8', begin, end));
      begin = end + 1;
    }
    rest = Buffer.from(whole.subarray(begin));
  };
  try {
    eachPiece(scratch, takePiece);
  } finally {
    writer.end();
  }
  return photos;
}
