import type { Draft } from '#shared/cards/drafts.ts';
import type { MergeOptions } from '../use-merge.ts';

/** The form's knowledge of its draft. */

export interface DraftOptions extends Pick<MergeOptions, 'form' | 'origin' | 'stored'> {
  /** Null for a new card. */
  cardId: string | null;
}

/** `isSetAside` if it was in this form until another one was taken up; `sentId` if it was sent as that, and no answer came. */
export type DraftOffer = Draft & { isSetAside?: true; sentId?: string | null };

export interface DraftState {
  /** True if the form may be shown: a tab that has a draft waits for it. */
  isReady: boolean;
  isRestored: boolean;
  /** The card was changed elsewhere after the draft was begun. */
  isStale: boolean;
  /** True if everything typed would survive leaving the page now. */
  isKept: boolean;
  status: 'none' | 'saving' | 'saved' | 'waiting' | 'signedOut' | 'unkept';
  /** Why the draft is not kept. */
  problem: string | null;
  /** Drafts of the same card from other tabs and devices, last changed first. */
  offers: DraftOffer[];
}

export type TellState = (change: Partial<DraftState>) => void;

export interface DraftKeeper {
  /** Of the draft that a save ends. */
  getId: () => string;
  /** Typing goes into another draft: this one has ended, or may have, where the answer to a save was lost. */
  goOnAnew: (isSent: boolean) => Promise<void>;
  /** Stops keeping a draft: it was saved, or is given up. */
  end: (isSaved: boolean) => void;
  /** Gives up what was typed so far; what is typed next is kept again. The result makes it the one that was sent before. */
  discard: () => () => void;
  /** Continues with a draft of another tab or device, as one of this tab; what is in the form is offered in its place. */
  takeUp: (draft: DraftOffer) => void;
  /** Offers what is in the form, which then makes room for something else. */
  setAside: () => void;
  drop: (draft: Draft) => void;
  bringBack: (draft: DraftOffer) => void;
  stop: () => void;
}
