import { and, eq } from 'drizzle-orm';
import { archiveTie } from '#server/access/archive-tie.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { users } from '#server/db/schema/users.ts';
import { matchOwn } from '#server/db/search/match-contacts.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { AccountImport, ArchivedCard } from '#shared/portability/archive.ts';
import { archiveFilesIn } from './account-imports.ts';
import type { CardOfArchive, ReadArchive } from './archive-tasks.ts';
import { countOf } from './archive-words.ts';
import { isSignedHere } from './manifest.ts';
import { planCard } from './plan-card.ts';
import { readCardLines } from './read/read-card-lines.ts';
import type { AccountImportRow } from './read-account-imports.ts';

const MATCHED_AT_ONCE = 500;

/** Reads an uploaded archive, and finds out what an import would do; changes nothing else. */
export async function prepareArchive(app: AppContext, row: AccountImportRow): Promise<void> {
  const { tasks, store } = app.accountImports;
  const files = archiveFilesIn(row.blobName);
  const request = { lane: 'background', key: row.userId, name: row.fileName } as const;
  const read = await store.withLocal(async (local) =>
    tasks.run(
      'read',
      {
        upload: await local.read(files.upload),
        cards: local.write(files.cards),
        rows: local.write(files.rows),
        photos: local.write(files.photos),
        figures: local.write(files.figures),
        scratch: local.scratch(),
      },
      request,
    ),
  );
  if ('refusal' in read) throw new AppError('invalid', read.refusal);
  const isSigned = read.digest !== null && isSignedHere(app, read.digest, read.signature);
  // An unsigned archive's claim about its account counts for nothing.
  const { writtenFor, writtenForEmail } = isSigned ? read : { writtenFor: null, writtenForEmail: null };
  if (!isSigned) await store.delete(files.figures);
  // The contacts there are must be found when those of the archive come.
  while (!(await matchOwn(app.db, row.userId, MATCHED_AT_ONCE)));
  const preview = await app.accountImports.inTurn(() =>
    composePreview(app, { ...row, isSigned, writtenFor, writtenForEmail }, read),
  );
  await app.db
    .update(accountImports)
    .set({ state: 'ready', isSigned, writtenFor, writtenForEmail, preview })
    .where(and(eq(accountImports.id, row.id), eq(accountImports.state, 'reading')));
}

type Read = Exclude<ReadArchive, { refusal: string }>;

async function composePreview(
  app: AppContext,
  row: AccountImportRow,
  { writtenAt, isChanged, media, contacts, photos, leads, views, notes }: Read,
): Promise<NonNullable<AccountImport['preview']>> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(whereCan(systemFor(row.userId), 'see', 'account'));
  if (!user) throw new Error('The account of an import is gone.');
  const tie = archiveTie(row, user);
  const cards: ArchivedCard[] = [];
  for await (const line of readCardLines(app, row.blobName)) {
    const card = JSON.parse(line) as CardOfArchive;
    const coming = cards.filter(({ outcome }) => outcome === 'added' || outcome === 'restored').length;
    const { reason, ...plan } = await planCard(
      app,
      app.db,
      { user, isTied: tie !== null, coming, made: [] },
      card,
    );
    cards.push({ ...plan, name: card.fields.name, notes: [...(reason ? [reason] : []), ...card.notes] });
  }
  const isAnew = cards.some(({ outcome, keepsId }) => outcome === 'added' && !keepsId);
  const left = [
    ...(isAnew && leads > 0
      ? [`${countOf(leads, 'lead')}: leads stay with the cards they came through.`]
      : []),
    ...(isAnew && views > 0
      ? [`${countOf(views, 'view')}: views stay with the links they came through.`]
      : []),
  ];
  return {
    writtenAt,
    isChanged,
    tie,
    cards,
    media,
    contacts,
    photos,
    leads,
    views,
    notes: [...notes, ...left],
  };
}
