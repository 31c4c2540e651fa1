import { and, eq } from 'drizzle-orm';
import { holdUpload, lockHolder } from '#server/cards/media/media-owners.ts';
import { type QuotaHolder, withRoomOf } from '#server/cards/media/quota.ts';
import { storeStaged } from '#server/cards/media/store-media.ts';
import type { AppContext } from '#server/context.ts';
import { media } from '#server/db/schema/cards.ts';
import { storageFull } from '#server/infra/free-space.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CardOfArchive, UnpackedFile } from './archive-tasks.ts';
import { countOf } from './archive-words.ts';
import { mediaOf } from './read/card-reader.ts';
import type { AccountImportRow } from './read-account-imports.ts';

/** The pictures and videos of a card: as untrusted as any upload, and counted like one. */

export interface StoredFiles {
  /** Where each file is now, by its name in the archive. */
  addresses: Map<string, string>;
  /** Why others were left out, in sentences. */
  notes: string[];
}

/** Stores what a card shows, and holds it for a day; may be repeated. */
export async function storeFiles(
  app: AppContext,
  row: AccountImportRow,
  card: CardOfArchive,
): Promise<StoredFiles> {
  const wanted = mediaOf(card.fields);
  const addresses = new Map<string, string>();
  const lost = { missing: 0, strange: 0, noRoom: 0 };
  if (wanted.size === 0) return { addresses, notes: [] };
  const request = { lane: 'background', key: row.userId, name: row.fileName } as const;
  const { store, tasks } = app.accountImports;
  await store.withLocal(async (local) => {
    const files = [...wanted.keys()].map((name) => ({ name, file: local.scratch() }));
    const unpacked = await tasks.run('unpack', { upload: await local.read(row.blobName), files }, request);
    if (unpacked === 'no room') throw storageFull();
    for (const one of unpacked) {
      if (one.file === null) {
        lost.missing += 1;
        continue;
      }
      try {
        const kind = wanted.get(one.name) ?? 'image';
        addresses.set(one.name, await storeFile(app, row.userId, one, kind));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'too_large') lost.noRoom += 1;
        else if (error.code === 'invalid' || error.code === 'unsupported_type') lost.strange += 1;
        else throw error;
      }
    }
  });
  return { addresses, notes: notesOf(lost) };
}

type Unpacked = Exclude<UnpackedFile, { file: null }>;

/** A file that is stored here already is not encoded again: knowing its name proves knowing its content. */
async function storeFile(
  app: AppContext,
  userId: AccountId,
  { name, file, bytes, sha256 }: Unpacked,
  kind: MediaKind,
): Promise<string> {
  return withRoomOf(app, userId, bytes, async (holder) => {
    const isKnown = name.startsWith(sha256.slice(0, 32)) && (await holdKnown(app, holder, name, kind));
    if (isKnown) return `/media/${name}`;
    const stored = await storeStaged(app, { file, bytes }, { holder, name: 'This file', wanted: kind });
    return stored.url;
  });
}

/** Returns whether the file is stored here, and holds it for the account. */
async function holdKnown(
  app: AppContext,
  holder: QuotaHolder,
  name: string,
  kind: MediaKind,
): Promise<boolean> {
  const touchedAt = app.now();
  const isThere = and(eq(media.name, name), eq(media.isWriting, false));
  // For a day, the sweep leaves it alone.
  const [known] = await app.db.update(media).set({ touchedAt }).where(isThere).returning();
  if (!known || known.kind !== kind || (await app.blobs.sizeOf(name)) !== known.bytes) return false;
  await app.db.transaction(async (tx) => {
    await lockHolder(tx, holder.userId);
    await holdUpload(tx, holder, known, touchedAt);
  });
  return true;
}

const notesOf = ({
  missing,
  strange,
  noRoom,
}: Record<'missing' | 'strange' | 'noRoom', number>): string[] => [
  ...(missing > 0 ? [`Skipped ${countOf(missing, 'file')}: missing from the archive or damaged.`] : []),
  ...(strange > 0 ? [`Skipped ${countOf(strange, 'file')}: not a supported picture or video.`] : []),
  ...(noRoom > 0
    ? [
        `Skipped ${countOf(noRoom, 'file')}: no space left. Remove photos or videos from your cards to free some up.`,
      ]
    : []),
];
