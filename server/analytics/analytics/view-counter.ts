import { LRUCache } from 'lru-cache';
import type { SeenView, ViewCounter } from '#server/analytics/analytics/view.ts';
import type { VisitorLimit, VisitorPlace } from '#server/analytics/analytics/visitor-limit.ts';
import { type PendingView, type ViewVerdict, writeViews } from '#server/analytics/analytics/write-views.ts';
import { type Db, isRefused } from '#server/db/open.ts';
import { batchInLanes, tooMany, WAITING_MAX } from '#server/infra/batch-calls.ts';
import { upTo } from '#server/infra/up-to.ts';
import { REPEAT_VIEW_MINUTES } from '#shared/contract/constants.ts';

/** A larger batch would delay its first view. */
const BATCH_MAX = 500;
/** How many visitors are remembered for half an hour, so that a reload needs no query. */
const VISITORS_MAX = 20_000;
/** Two batches would wait for the rows of one card, so each card is in one lane; one that is locked holds up only its own. */
const LANES = 4;
const REPEAT_MS = REPEAT_VIEW_MINUTES * 60_000;

export function createViewCounter(db: Db, visitorLimit: VisitorLimit): ViewCounter {
  const countedAt = new LRUCache<string, number>(upTo(VISITORS_MAX));
  /** The view of each visitor that is being written; its result decides whether their next one counts. */
  const underWay = new Map<string, Promise<boolean>>();
  const write = batchInLanes((views: PendingView[]) => writeViews(db, views), {
    most: BATCH_MAX,
    count: LANES,
    keyOf: ({ cardId }) => cardId,
    isOfOne: isRefused,
  });

  /** Remembers the visitor before `underWay` lets go of them. */
  async function writeOne(view: SeenView, place: VisitorPlace | null): Promise<boolean> {
    const { visitorKey } = view;
    let verdict: ViewVerdict | undefined;
    try {
      verdict = await write(Object.assign(view, { mayBeFirst: place !== null }));
      if (verdict.countedAt !== null) countedAt.set(visitorKey, verdict.countedAt);
      return verdict.isCounted;
    } finally {
      const wasNew = verdict?.isCounted && (verdict.isFirst || !view.visitor);
      if (!wasNew) place?.giveBack();
      underWay.delete(visitorKey);
    }
  }

  return {
    async count(view) {
      const { visitorKey, createdAt } = view;
      for (let before = underWay.get(visitorKey); before; before = underWay.get(visitorKey)) await before;
      const last = countedAt.get(visitorKey);
      if (last !== undefined && createdAt.getTime() < last + REPEAT_MS) return false;
      if (underWay.size >= WAITING_MAX) throw tooMany();
      const place = visitorLimit.take(view.cardId, view.subscriber, createdAt);
      // Nothing shows whether an untracked visitor has been here before.
      if (!place && !view.visitor) return false;
      const done = writeOne(view, place);
      underWay.set(visitorKey, done);
      return done;
    },
    waiting: () => underWay.size,
  };
}
