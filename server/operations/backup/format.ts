import { moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * The parts of a backup: one tar (POSIX ustar), no entry larger than 64 MB.
 *
 * `about.json` · `files/{folder}/{name}` · `tables/{table}/{n}` and `queue/{table}/{n}`, rows as COPY's text, cut at row
 * ends · `sums/{n}`, SHA-256 of every entry since the list before, as `sha256sum -c` reads it · `manifest.json`, last.
 * A file of more than 64 MB continues in `files/{folder}/{name}~2` and so on (docs/decisions/368).
 */

/** Rises when an older release could not read a newer backup. */
export const BACKUP_FORMAT = 1;
export const ENTRY_BYTES_MAX = 64 * 1024 ** 2;
/** Rows are cut into parts of about this size, of which one is in memory. */
export const PART_BYTES = 4 * 1024 ** 2;

/** Why a backup cannot be made or restored, in a sentence for the operator. */
export class BackupRefusal extends Error {}

const count = z.number().int().nonnegative();

/** The first entry. */
export const backupAbout = z.object({
  product: z.literal('Goldleaf'),
  format: z.number().int().positive(),
  release: z.object({ version: z.string(), commit: z.string().nullable() }),
  /** Time of the newest migration, in milliseconds, as in drizzle's journal. */
  migration: z.number().int(),
  /** Like `15.18`. */
  postgres: z.string(),
  /** The moment that the rows show. */
  at: moment,
  /** Size of the database with its indexes. */
  databaseBytes: count,
});
export type BackupAbout = z.output<typeof backupAbout>;

const tableFacts = z.object({ rows: count, columns: z.array(z.string()), parts: count });
export type TableFacts = z.output<typeof tableFacts>;

const manifest = backupAbout.extend({
  tables: z.record(z.string(), tableFacts),
  queue: z.record(z.string(), tableFacts),
  /** The last number each has given. */
  sequences: z.record(z.string(), z.string()),
  /** By folder below DATA_DIR. */
  files: z.record(z.string(), z.object({ files: count, bytes: count })),
  /** Names of files that rows name but that were not there; the first hundred of `missingFiles`. */
  missing: z.array(z.string()),
  missingFiles: count,
  /** Files that the disk did not give, with its reasons; the first hundred of `unreadFiles`. */
  unread: z.array(z.string()).default([]),
  unreadFiles: count.default(0),
  /** Those of them that have entries, with zeros in place of what is not there, like `media/a.jpg`: no restore writes them. */
  cut: z.array(z.string()).default([]),
  /** Names of the settings that were set, without their values. */
  settings: z.array(z.string()),
  /** SHA-256 of each list in `sums`, in order. */
  sums: z.array(z.string()),
});
export type BackupManifest = z.output<typeof manifest>;

/** True of a backup with every file that the database names. */
export const hasAllFiles = ({ missingFiles, unreadFiles }: BackupManifest): boolean =>
  missingFiles + unreadFiles === 0;

/** The last entry. Its own hash stands beside it: nothing comes after it. */
export const signedManifest = z.object({ manifest, sha256: z.string() });

export const ABOUT = 'about.json';
export const MANIFEST = 'manifest.json';

/** The place of an entry of rows or of a file. Throws nothing: null if the name is none of these. */
export function parseEntryName(name: string) {
  const rows = /^(tables|queue)\/([a-z0-9_]+)\/\d+$/.exec(name);
  if (rows) return { kind: rows[1] as 'tables' | 'queue', table: rows[2] ?? '' };
  const file = /^files\/([a-z-]+)\/([A-Za-z0-9-]+\.[a-z0-9]+)(?:~(\d+))?$/.exec(name);
  if (file)
    return { kind: 'file' as const, folder: file[1] ?? '', name: file[2] ?? '', nth: Number(file[3] ?? 1) };
  return null;
}
