import { and, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { isKept, isPublic } from '#server/access/visibility.ts';
import type { ViewedCard, ViewedCards } from '#server/analytics/analytics/view.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { upTo } from '#server/infra/up-to.ts';

/** About 10 MB when full. */
const CARDS_MAX = 50_000;

/** The cards' facts needed to count a view, cached in memory until they or their owners change. */
export function createViewedCards(db: Db): ViewedCards {
  const cardsOfOwner = new Map<string, Set<string>>();
  const cards = new LRUCache<string, ViewedCard>({
    ...upTo(CARDS_MAX),
    dispose({ asCard: { ownerId } }, id) {
      const ids = cardsOfOwner.get(ownerId);
      ids?.delete(id);
      if (ids?.size === 0) cardsOfOwner.delete(ownerId);
    },
  });
  /** The number of changes: what was read during a change is not cached. */
  let changes = 0;
  let isPaused = false;

  function keep(id: string, card: ViewedCard): void {
    const { ownerId } = card.asCard;
    cards.set(id, card);
    cardsOfOwner.set(ownerId, (cardsOfOwner.get(ownerId) ?? new Set()).add(id));
  }

  async function readAndKeep(id: string): Promise<ViewedCard | null> {
    const changesBefore = changes;
    const card = await readCard(db, id);
    // Unknown ids are not cached, because there is no limit to them.
    if (card && !isPaused && changes === changesBefore) keep(id, card);
    return card;
  }

  return {
    find: (id) => cards.get(id) ?? readAndKeep(id),
    invalidate(tag) {
      changes += 1;
      const [kind, id = ''] = tag.split(':');
      if (kind === 'card') cards.delete(id);
      if (kind === 'user') for (const cardId of [...(cardsOfOwner.get(id) ?? [])]) cards.delete(cardId);
    },
    pause() {
      changes += 1;
      isPaused = true;
      cards.clear();
    },
    resume() {
      isPaused = false;
    },
  };
}

async function readCard(db: Db, id: string): Promise<ViewedCard | null> {
  const [found] = await db
    .select({
      ownerId: users.id,
      isActive: businessCards.isActive,
      isUnclaimed: businessCards.isUnclaimed,
      isProfileVisible: users.isProfileVisible,
      arePagesSuspended: users.arePagesSuspended,
      holderId: businessCards.holderId,
      isAnalyticsEnabled: users.isAnalyticsEnabled,
      nfcTags: sql<number[]>`(
        select coalesce(array_agg(${nfcTags.number}), '{}') from ${nfcTags}
        where ${nfcTags.cardId} = ${businessCards.id} and ${nfcTags.removedAt} is null)`,
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(businessCards.id, id), isKept()));
  if (!found) return null;
  const { ownerId, holderId, isAnalyticsEnabled, nfcTags: tags } = found;
  return {
    asCard: { kind: 'card', ownerId, holderId, isPublic: isPublic(found, found) },
    asFigures: { kind: 'figures', ownerId, holderId, isPublic: false },
    holderId,
    isAnalyticsEnabled,
    nfcTags: tags,
  };
}
