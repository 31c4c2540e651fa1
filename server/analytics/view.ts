import type { TaggedCache } from '#server/infra/page-changes.ts';
import type { Channel } from '#shared/channels.ts';

declare module '#server/context.ts' {
  interface AppContext {
    views: ViewCounter;
    viewedCards: ViewedCards;
  }
}

/** The shapes of counting views, apart from what does it: the context names them. */

/** What is kept of a visit. */
export interface Visit {
  viewerIp: string | null;
  viewerLocation: string | null;
  viewerDevice: string | null;
  referrer: string | null;
  /** The channel that the link named. */
  via: Channel | null;
  /** What the link's maker called the occasion. */
  tag: string | null;
}

export interface View extends Visit {
  id: string;
  cardId: string;
  /** Null with Do-Not-Track: such a view counts, and its visitor is not known. */
  visitor: Buffer | null;
  createdAt: Date;
}

/** A view with what stays in memory. */
export interface SeenView extends View {
  /** Names who looks, also where the view itself may not. */
  visitorKey: string;
  /** The part of the address that one subscriber holds. */
  subscriber: string;
}

export interface ViewCounter {
  /**
   * Counts a view, and answers when it is on disk whether it counted: not for a visitor who was counted within 30
   * minutes, whichever process did, and not for one new visitor too many. Throws 503 when too many wait.
   */
  count(view: SeenView): Promise<boolean>;
}

/** What decides whether a view of a card counts. */
export interface ViewedCard {
  ownerId: string;
  /** Whether strangers may see it. */
  isPublic: boolean;
  isAnalyticsEnabled: boolean;
}

export interface ViewedCards extends TaggedCache {
  /** A card that is not deleted, or null. */
  find(id: string): Promise<ViewedCard | null>;
}
