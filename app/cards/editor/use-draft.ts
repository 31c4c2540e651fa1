import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/Toast.tsx';
import type { DraftKeeper, DraftOffer, DraftOptions, DraftState } from './drafts/draft-state.ts';
import { tabDraftOf } from './drafts/tab-draft.ts';

const NOTHING: Omit<DraftState, 'isReady'> = {
  isRestored: false,
  isStale: false,
  isKept: true,
  status: 'none',
  problem: null,
  offers: [],
};

/** Keeps unsaved changes as a draft of this tab; how is loaded after the form. */
export function useDraft({ form, cardId, origin, stored }: DraftOptions) {
  const [state, setState] = useState<DraftState>(() => ({
    ...NOTHING,
    // Until the code that keeps it is there, leaving asks.
    isKept: false,
    isReady: tabDraftOf(cardId).recall() === null,
  }));
  const keeper = useRef<DraftKeeper | null>(null);
  const isEnded = useRef(false);
  useEffect(() => {
    let isGone = false;
    const tell = (change: Partial<DraftState>) => setState((now) => ({ ...now, ...change }));
    const open = async () => {
      const { openDraft } = await import('./drafts/open-draft.ts');
      const opened = await openDraft({ form, cardId, origin, stored }, tell);
      keeper.current = opened;
      // The card may have been saved, or the screen left, while that code was loading.
      if (isEnded.current) opened.end(false);
      if (isGone) opened.stop();
    };
    open().catch(() => tell({ isReady: true, isKept: false, status: 'unkept' }));
    return () => {
      isGone = true;
      keeper.current?.stop();
    };
  }, [form, cardId, origin, stored]);
  const end = useCallback((isSaved = false) => {
    isEnded.current = true;
    keeper.current?.end(isSaved);
  }, []);
  const isOver = useCallback(() => isEnded.current, []);
  const discard = () => {
    const bringBack = keeper.current?.discard();
    setState((now) => ({ ...now, ...NOTHING, offers: now.offers }));
    return bringBack;
  };
  const drop = (offer: DraftOffer) => {
    keeper.current?.drop(offer);
    const onPress = () => keeper.current?.bringBack(offer);
    toast({ title: 'Changes discarded', action: { label: 'Undo', onPress } });
  };
  return { ...state, keeper, end, isOver, discard, drop };
}
