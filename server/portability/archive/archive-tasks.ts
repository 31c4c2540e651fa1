import type { CardFields } from '#shared/cards/card-fields.ts';
import type { ValuesOf } from '#shared/contract/field-kinds.ts';

/** The tasks of the process that reads archives, and their results; only the child unpacks anything. */

export interface ArchiveFiles {
  /** The uploaded file. */
  upload: string;
  /** Cards, one line of JSON each. */
  cards: string;
  /** Contacts and their photos, as the import of contacts reads them. */
  rows: string;
  photos: string;
  /** Leads and figures of cards, and which contact came by which, one line of JSON each. */
  figures: string;
  scratch: string;
}

/** A card as it stands in an archive: its fields are valid, and its media are names of files. */
export interface CardOfArchive {
  id: string;
  fields: Partial<ValuesOf<CardFields>> & { name: string; fullName: string };
  /** Fields that were left out, in sentences. */
  notes: string[];
  isDeleted: boolean;
  phoneRegion: string | null;
  version: number;
  viewCount: number;
  uniqueViewCount: number;
  /** ISO 8601. */
  createdAt: string | null;
  updatedAt: string | null;
  /** The name of its short address now, and whether that is its main link. */
  alias: string | null;
  isAliasMain: boolean;
  /** Every name that leads to it, the oldest first. */
  names: string[];
  tags: Record<string, unknown>[];
}

/** A line of the file of figures: a row as the export wrote it. */
export interface FigureLine {
  of: 'lead' | 'view' | 'day' | 'visitors' | 'contact';
  row: Record<string, unknown> & { cardId: string };
}

export type ReadArchive =
  | { refusal: string }
  | {
      /** Of the manifest, whose signature the server checks; null if there is none, or what it says is not so. */
      digest: string | null;
      signature: string;
      /** There is a manifest, and a file is not as it says: changed, added or taken out since. */
      isChanged: boolean;
      writtenFor: string | null;
      writtenForEmail: string | null;
      writtenAt: string | null;
      cards: number;
      media: number;
      contacts: number;
      photos: number;
      leads: number;
      views: number;
      /** Omissions, in sentences. */
      notes: string[];
    };

export type UnpackedFile =
  | { name: string; file: string; bytes: number; sha256: string }
  | { name: string; file: null };

export type ArchiveTasks = {
  /** Reads an archive to its end and writes what is in it. */
  read: { input: ArchiveFiles; output: ReadArchive };
  /** Unpacks pictures and videos, each to its path. All of them, or none if the disk is full. */
  unpack: {
    input: { upload: string; files: { name: string; file: string }[] };
    output: UnpackedFile[] | 'no room';
  };
};

export type ArchiveTask = {
  [Name in keyof ArchiveTasks]: { name: Name; input: ArchiveTasks[Name]['input'] };
}[keyof ArchiveTasks];
