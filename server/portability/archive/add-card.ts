import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { archiveTie } from '#server/access/archive-tie.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { claimName, findNameProblem, inheritName } from '#server/accounts/aliases/names.ts';
import type { StoredCard } from '#server/cards/brand/lay-over.ts';
import {
  type CardWriting,
  changeAlias,
  insertCard,
  setDeletedAt,
  writeCardsOf,
} from '#server/cards/cards/write-cards.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { newCardId } from '#server/db/new-id.ts';
import { aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { accountImports } from '#server/db/schema/portability.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { aliasPath, foldName } from '#shared/accounts/aliases.ts';
import type { ArchivedCard } from '#shared/portability/archive.ts';
import type { CardOfArchive } from './archive-tasks.ts';
import type { StoredFiles } from './card-files.ts';
import { planCard } from './plan-card.ts';
import { withMedia } from './read/card-reader.ts';
import { rowsOf } from './read/table-rows.ts';
import type { AccountImportRow } from './read-account-imports.ts';

/**
 * Brings in one card with everything that belongs to it, and notes that in the import's row: all in one transaction, so
 * that a card is there once however often this is tried. `stored` is null for a card that was not expected to be added:
 * if it would be now, nothing is done, and it is to be tried again with its files.
 */
export async function addCard(
  app: AppContext,
  seen: AccountImportRow,
  card: CardOfArchive,
  stored: StoredFiles | null,
): Promise<void> {
  await writeCardsOf(app, seen.userId, SYSTEM, (inside) => addInside(inside, seen, card, stored));
}

async function addInside(
  app: CardWriting,
  seen: AccountImportRow,
  card: CardOfArchive,
  stored: StoredFiles | null,
): Promise<void> {
  const { db } = app;
  const isThis = eq(accountImports.id, seen.id);
  // The account before its import, as where it is deleted.
  const [user] = await db
    .select()
    .from(users)
    .where(whereCan(systemFor(seen.userId), 'see', 'account'))
    .for('no key update');
  const [row] = await db.select().from(accountImports).where(isThis).for('update');
  // Another job was as far.
  if (!user || row?.state !== 'running' || row.cards.length !== seen.cards.length) return;
  const isTied = archiveTie(row, user) !== null;
  const situation = { user, isTied, coming: 0, made: row.cards };
  const { reason, ...plan } = await planCard(app, db, situation, card);
  const done: ArchivedCard = { ...plan, name: card.fields.name, notes: reason ? [reason] : [] };
  if (plan.outcome === 'restored' && plan.cardId)
    await setDeletedAt(app, eq(businessCards.id, plan.cardId), null);
  if (plan.outcome === 'added') {
    if (!stored) return;
    const added = await addWithFiles(app, user, card, { stored, keepsId: plan.keepsId });
    done.cardId = added.id;
    done.keepsId = added.id === card.id;
    done.notes.push(...card.notes, ...stored.notes);
    if (isTied && !done.keepsId) done.notes.push('It got a new link because another card uses the old one.');
    if (done.keepsId) done.notes.push(...(await bringBack(app, { user, card, added, isTied })));
  }
  await db
    .update(accountImports)
    .set({ cards: [...row.cards, done] })
    .where(isThis);
}

async function addWithFiles(
  app: CardWriting,
  user: UserRow,
  card: CardOfArchive,
  { stored, keepsId }: { stored: StoredFiles; keepsId: boolean },
): Promise<StoredCard> {
  const { phoneRegion, version, viewCount, uniqueViewCount } = card;
  const now = app.now();
  const values = {
    ...withMedia(card.fields, stored.addresses),
    userId: user.id,
    phoneRegion,
    createdAt: now,
    updatedAt: now,
  };
  const before = {
    ...{ version, viewCount, uniqueViewCount },
    createdAt: new Date(card.createdAt ?? now),
    updatedAt: new Date(card.updatedAt ?? now),
  };
  // Whose id exists meanwhile keeps it.
  const same = keepsId ? await insertCard(app, { ...values, ...before, id: card.id }) : null;
  const added = same ?? (await insertCard(app, { ...values, id: newCardId() }));
  if (!added) throw new Error('The new card was not returned.');
  return added;
}

/** The names and tags of a card that has its id again; returns what could not be brought back, in sentences. */
async function bringBack(
  app: CardWriting,
  { user, card, added, isTied }: { user: UserRow; card: CardOfArchive; added: StoredCard; isTied: boolean },
): Promise<string[]> {
  const notes: string[] = [];
  const ctx = { ...app, ...systemFor(user.id) };
  const alias = card.alias === null ? null : foldName(card.alias);
  const former = [...new Set(card.names.map(foldName))].filter((name) => name !== alias);
  for (const name of alias === null ? former : [...former, alias]) {
    const isFree = findNameProblem(name) === null && !(await leadsElsewhere(app, user, name, card.id));
    if (isFree && isTied) await inheritName(ctx, app.db, name);
    const refusal = isFree ? await claimName(ctx, app.db, { kind: 'card', name, cardId: card.id }) : 'taken';
    if (refusal !== null) notes.push(`Skipped the link ${aliasPath('card', name)}, which isn’t available.`);
    else if (name === alias) await changeAlias(app, added, { alias, isAliasMain: card.isAliasMain });
  }
  // Views count them again as they come.
  const tags = rowsOf(nfcTags, card.tags, { cardId: card.id, views: 0 });
  if (tags.length > 0) await app.db.insert(nfcTags).values(tags).onConflictDoNothing();
  return notes;
}

/**
 * True if a name is that of another card of the account, or was its last: what the owner did since is newer than the
 * archive. A deleted card keeps its own, for when it is restored.
 */
async function leadsElsewhere(
  { db }: AppContext,
  user: UserRow,
  name: string,
  cardId: string,
): Promise<boolean> {
  const isOwn = and(
    whereCan(systemFor(user.id), 'export', 'card'),
    eq(businessCards.alias, name),
    ne(businessCards.id, cardId),
  );
  if ((await db.$count(businessCards, isOwn)) > 0) return true;
  const leads = and(eq(aliases.kind, 'card'), eq(aliases.name, name), isNotNull(aliases.cardId));
  return (await db.$count(aliases, and(leads, ne(aliases.cardId, cardId)))) > 0;
}
