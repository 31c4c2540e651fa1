import type { Subject } from '#server/access/can.ts';
import type { TaggedCache } from '#server/infra/page-changes.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import type { Channel } from '#shared/cards/channels.ts';

declare module '#server/context.ts' {
  interface AppContext {
    views: ViewCounter;
    viewedCards: ViewedCards;
  }
}

/** The types for counting views, separate from the implementation because the context refers to them. */

/** The stored facts about a visit. */
export interface Visit {
  viewerIp: string | null;
  viewerLocation: string | null;
  viewerDevice: string | null;
  referrer: string | null;
  /** The channel named in the link. */
  via: Channel | null;
  /** The number of the NFC tag, if the link came from one of this card's. */
  nfcTag: number | null;
  /** The occasion that the link's creator named. */
  tag: string | null;
}

export interface View extends Visit {
  id: string;
  cardId: string;
  /** Null with Do-Not-Track: such a view counts, but its visitor stays unknown. */
  visitor: Buffer | null;
  createdAt: Date;
}

/** A view, with values that are kept only in memory. */
export interface SeenView extends View {
  /** Identifies the visitor, even if the view itself must not. */
  visitorKey: string;
  /** The part of the address that belongs to one subscriber. */
  subscriber: string;
}

export interface ViewCounter {
  /**
   * Counts a view and resolves, once it is on disk, to whether it counted: not for a visitor who was counted within 30
   * minutes by any process, nor for new visitors beyond the limit. Throws 503 when too many views wait.
   */
  count(view: SeenView): Promise<boolean>;
  /** How many wait to be written. */
  waiting(): number;
}

/** The facts that decide whether a view of a card counts. */
export interface ViewedCard {
  /** The card and its figures, as the rules of access take them: made once, because every view asks twice. */
  asCard: Subject<'card'>;
  asFigures: Subject<'figures'>;
  holderId: PersonId | null;
  isAnalyticsEnabled: boolean;
  /** The numbers of the card's NFC tags. */
  nfcTags: readonly number[];
}

export interface ViewedCards extends TaggedCache {
  /** A card that is not deleted, or null; at once if it is known. */
  find(id: string): ViewedCard | Promise<ViewedCard | null>;
}
