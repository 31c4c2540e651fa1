import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt } from 'drizzle-orm';
import { archiveTie } from '#server/access/archive-tie.ts';
import { authorizeNewCard } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { isKept } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { oldestRestorable } from '#server/cards/cards/cards.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { CARD_LIMIT, CARD_LIMIT_MESSAGE } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { emptyValuesOf } from '#shared/contract/field-kinds.ts';
import type { ArchivedCard } from '#shared/portability/archive.ts';
import type { CardOfArchive } from './archive-tasks.ts';
import { WORD_FIELDS } from './read/card-reader.ts';
import type { AccountImportRow } from './read-account-imports.ts';

/**
 * Decides what becomes of a card of an archive; an id that exists is never overwritten. An archive is no way back to an
 * older version of a card.
 */

export interface CardSituation {
  user: UserRow;
  /** True if the archive may bring back ids. */
  isTied: boolean;
  /** Cards that are to be added before this one. */
  coming: number;
  /** The outcome of the cards before it. */
  made: readonly ArchivedCard[];
}

type Plan = Pick<ArchivedCard, 'outcome' | 'keepsId' | 'cardId'> & { reason: string | null };

export async function planCard(
  app: Pick<AppContext, 'now'>,
  db: Db,
  { user, isTied, coming, made }: CardSituation,
  card: CardOfArchive,
): Promise<Plan> {
  const leaveOut = (reason: string): Plan => ({ outcome: 'left_out', keepsId: false, cardId: null, reason });
  if (card.isDeleted) return leaveOut('It was already deleted when the archive was created.');
  const isOwn = whereCan(systemFor(user.id), 'export', 'card');
  const kept = await db.select().from(businessCards).where(and(isOwn, isKept()));
  const isThis = eq(businessCards.id, card.id);
  const isTaken = isTied && (await db.$count(businessCards, isThis)) > 0;
  const canKeepId = isTied && !isTaken && card.id !== '';
  // A card of this archive may say the same as another one of it.
  const others = kept.filter(({ id }) => !made.some((one) => one.outcome === 'added' && one.cardId === id));
  const [deleted] = isTied
    ? await db
        .select({ id: businessCards.id })
        .from(businessCards)
        .where(and(isThis, isOwn, gt(businessCards.deletedAt, oldestRestorable(app))))
    : [];
  const there =
    (isTied && kept.find(({ id }) => id === card.id)) ||
    (canKeepId || deleted ? undefined : others.find((one) => saysTheSame(one, card)));
  if (there) {
    return {
      outcome: 'there',
      keepsId: there.id === card.id,
      cardId: there.id,
      reason: null,
    };
  }
  const isFull = kept.length + coming >= CARD_LIMIT;
  if (isFull) return leaveOut(CARD_LIMIT_MESSAGE);
  if (deleted) {
    return {
      outcome: 'restored',
      keepsId: true,
      cardId: deleted.id,
      reason: 'It was in your deleted cards and was restored unchanged.',
    };
  }
  try {
    authorizeNewCard({ account: user }, app.now());
  } catch (error) {
    if (error instanceof AppError) return leaveOut(error.message);
    throw error;
  }
  return { outcome: 'added', keepsId: canKeepId, cardId: null, reason: null };
}

const EMPTY = emptyValuesOf(CARD_FIELDS);

/** True if an archive that cannot bring back this card's id would only repeat it. */
const saysTheSame = (own: typeof businessCards.$inferSelect, { fields }: CardOfArchive): boolean =>
  WORD_FIELDS.every((name) => isDeepStrictEqual(own[name], fields[name] ?? EMPTY[name]));

/** True if a card would be added as things are: only then its files are worth unpacking. */
export async function willAdd(app: AppContext, row: AccountImportRow, card: CardOfArchive): Promise<boolean> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(whereCan(systemFor(row.userId), 'see', 'account'));
  if (!user) return false;
  const isTied = archiveTie(row, user) !== null;
  return (
    (await planCard(app, app.db, { user, isTied, coming: 0, made: row.cards }, card)).outcome === 'added'
  );
}
