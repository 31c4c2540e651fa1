import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderAfter } from '#server/access/write-in-order.ts';
import {
  type CountedDay,
  type KnownVisitors,
  restoreDays,
  restoreVisitors,
} from '#server/analytics/analytics/archived-figures.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { readPiece } from '#server/infra/blobs/blobs.ts';
import { setUntold } from '#server/people/contacts/write-contacts.ts';
import { slicesOf } from '#shared/formats/slices.ts';
import { formatUtcDay } from '#shared/formats/time.ts';
import { archiveFilesIn } from './account-imports.ts';
import type { CardOfArchive, FigureLine } from './archive-tasks.ts';
import { readCardLines } from './read/read-card-lines.ts';
import { rowsOf } from './read/table-rows.ts';
import type { AccountImportRow } from './read-account-imports.ts';

/** Leads and figures of cards that have their ids again. Only archives that this server signed have any. */

const PIECE_BYTES = 256 * 1024;
/** A statement's parameters have an end. */
const AT_ONCE = 500;

/** Brings back the next rows, and notes how far that is in the same transaction; returns whether there are none left. */
export async function restoreSome(app: AppContext, seen: AccountImportRow): Promise<boolean> {
  const kept = keptCards(seen);
  if (kept.length === 0) return true;
  const { lines, next } = await readLines(app, seen);
  if (lines.length === 0) return true;
  const isThis = eq(accountImports.id, seen.id);
  let row: AccountImportRow | undefined;
  const lock = async (tx: Db) => {
    [row] = await tx.select().from(accountImports).where(isThis).for('update');
  };
  await writeInOrderAfter(app, { userId: seen.userId, actor: SYSTEM }, lock, async (tx) => {
    // Another job was as far.
    if (row?.state !== 'running' || row.figuresFrom !== seen.figuresFrom) return;
    // As where views are counted: a card is locked before anything is added to its figures.
    const there = await tx
      .select({ id: businessCards.id })
      .from(businessCards)
      .where(and(inArray(businessCards.id, kept), whereCan(systemFor(row.userId), 'export', 'card')))
      .orderBy(businessCards.id)
      .for('no key update');
    const ids = new Set(there.map(({ id }) => id));
    const of = (kind: FigureLine['of']) =>
      lines.filter((line) => line.of === kind && ids.has(line.row.cardId)).map((line) => line.row);
    const views = rowsOf(
      cardViews,
      of('view').map((view) => ({ ...view, isFirst: view.isFirst ?? false })),
      {},
    );
    const leads = rowsOf(leadCaptures, of('lead'), { cardOwnerId: row.userId });
    const added = {
      views: await addMissing(views, (some) => tx.insert(cardViews).values(some).onConflictDoNothing()),
      leads: await addMissing(leads, (some) => tx.insert(leadCaptures).values(some).onConflictDoNothing()),
    };
    // Only single views tell those of the archive's last day from what was counted since.
    const begun = formatUtcDay(row.createdAt);
    const days = of('day') as unknown as CountedDay[];
    added.views += await restoreDays(
      tx,
      days.filter(({ day }) => day < begun),
    );
    await restoreVisitors(tx, of('visitors') as unknown as KnownVisitors[]);
    await linkContacts({ ...app, db: tx }, row, of('contact'));
    await tx
      .update(accountImports)
      .set({
        figuresFrom: next,
        views: sql`${accountImports.views} + ${added.views}`,
        leads: sql`${accountImports.leads} + ${added.leads}`,
      })
      .where(isThis);
  });
  return false;
}

const keptCards = ({ cards }: AccountImportRow): string[] =>
  cards.flatMap(({ outcome, keepsId, cardId }) => (outcome === 'added' && keepsId && cardId ? [cardId] : []));

/** Of the views that tags had, single ones may no longer have been kept: the tags have at least as many as in the archive. */
export async function restoreTagViews(app: AppContext, seen: AccountImportRow): Promise<void> {
  const kept = new Set(keptCards(seen));
  for await (const line of readCardLines(app, seen.blobName)) {
    const { id, tags } = JSON.parse(line) as CardOfArchive;
    if (!kept.has(id) || tags.length === 0) continue;
    await app.db.transaction(async (tx) => {
      const isThis = and(eq(businessCards.id, id), whereCan(systemFor(seen.userId), 'export', 'card'));
      const [card] = await tx
        .select({ id: businessCards.id })
        .from(businessCards)
        .where(isThis)
        .for('no key update');
      if (!card) return;
      await tx.execute(sql`update ${nfcTags} t set views = g.views
        from json_to_recordset(${JSON.stringify(tags)}::json) as g (number smallint, views integer)
        where t.card_id = ${id} and t.number = g.number and t.views < g.views`);
    });
  }
}

/** Adds rows in statements that can hold them; returns how many were not there before. */
async function addMissing<Row>(
  rows: Row[],
  add: (some: Row[]) => PromiseLike<{ rowCount: number | null }>,
): Promise<number> {
  let added = 0;
  for (const some of slicesOf(rows, AT_ONCE)) added += (await add(some)).rowCount ?? 0;
  return added;
}

/** Contacts outlive the card they came by; those that are still there belong to it again. */
async function linkContacts({ db }: AppContext, { userId }: AccountImportRow, rows: FigureLine['row'][]) {
  const byCard = new Map<string, string[]>();
  for (const { cardId, id } of rows) byCard.set(cardId, [...(byCard.get(cardId) ?? []), String(id)]);
  for (const [cardId, ids] of byCard) {
    const which = and(
      whereCan(systemFor(userId), 'edit', 'contact'),
      isNull(contacts.cardId),
      inArray(contacts.id, ids),
    );
    await setUntold(db, which, { cardId });
  }
}

/** The whole lines of the next piece. */
async function readLines(
  app: AppContext,
  { blobName, figuresFrom }: AccountImportRow,
): Promise<{ lines: FigureLine[]; next: number }> {
  const { figures } = archiveFilesIn(blobName);
  for (let length = PIECE_BYTES; ; length *= 2) {
    const piece = await readPiece(app.accountImports.store, figures, figuresFrom, length);
    const end = piece.lastIndexOf(10);
    if (end < 0 && piece.length < length) return { lines: [], next: figuresFrom };
    if (end < 0) continue;
    const lines = piece.toString('utf8', 0, end).split('\n');
    return { lines: lines.map((line) => JSON.parse(line) as FigureLine), next: figuresFrom + end + 1 };
  }
}
